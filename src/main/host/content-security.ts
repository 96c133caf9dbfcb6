/**
 * The policy under which the pages run, in both hosts: nothing from elsewhere, no inline script, no frame around us.
 * Inline styles stay allowed because Vue and the components set positions and sizes through them.
 *
 * @param media further source of recordings and photos, such as `media:`
 */
export function contentSecurityPolicy(media: string | null = null): string {
  const rules: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': ["'self' data: blob:", media].filter(Boolean).join(' '),
    'font-src': "'self'",
    'connect-src': ["'self'", media].filter(Boolean).join(' '),
    'media-src': ["'self'", 'blob:', media].filter(Boolean).join(' '),
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'object-src': "'none'",
  }
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/** Headers that every page and file of ours carries. */
export function securityHeaders(media: string | null = null): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(media),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
}
