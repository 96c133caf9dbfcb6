import { extname, join, normalize, sep } from 'node:path'

/** Media types of what the page build makes; anything else is not served. */
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.json': 'application/json; charset=utf-8',
}

/**
 * Finds the file of a page's address, for both hosts.
 *
 * @param urlPath the address's path, still percent-encoded
 * @returns null for a path that leaves the folder, or of a kind that pages are not made of
 */
export function pageFile(pagesDir: string, urlPath: string): { path: string; contentType: string } | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(urlPath)
  } catch {
    return null
  }
  if (decoded.includes('\0')) return null
  const path = normalize(join(pagesDir, decoded === '/' ? 'index.html' : decoded))
  const contentType = TYPES[extname(path)]
  return contentType && path.startsWith(pagesDir + sep) ? { path, contentType } : null
}
