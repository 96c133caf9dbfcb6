import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../../../../src/main/host/content-security.ts'
import { pageFile } from '../../../../src/main/host/page-files.ts'

const pages = join('/', 'app', 'pages')

describe('pageFile', () => {
  it('serves the index and what the build makes', () => {
    expect(pageFile(pages, '/')?.path).toBe(join(pages, 'index.html'))
    expect(pageFile(pages, '/assets/index-1a2b.js')?.contentType).toContain('text/javascript')
    expect(pageFile(pages, '/assets/inter%20variable.woff2')?.path).toBe(
      join(pages, 'assets/inter variable.woff2'),
    )
  })

  it.each([
    '/../secret.json',
    '/..%2Fsecret.json',
    '/assets/../../secret.json',
    '/%2e%2e/%2e%2e/etc/a.json',
    '/a%00.js',
    '/%E0%A4%A.js',
    '/assets',
    '/library.db',
  ])('serves nothing for %s', (path) => expect(pageFile(pages, path)).toBeNull())

  it('never leaves the folder, whatever the path', () => {
    const piece = fc.constantFrom('..', '%2e%2e', '/', '%2F', '\\', 'a', '.js', '%00', '.', '~')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const found = pageFile(pages, `/${pieces.join('')}`)
        return found === null || found.path.startsWith(`${pages}/`)
      }),
    )
  })
})

describe('contentSecurityPolicy', () => {
  it('allows no script but our own files and nothing from elsewhere', () => {
    const policy = contentSecurityPolicy('media:')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/)
    expect(policy).toContain("media-src 'self' blob: media:")
    expect(policy).toContain("frame-ancestors 'none'")
  })
})
