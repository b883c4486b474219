import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** A file of the built renderer, as both hosts serve it: under Electron's scheme and over HTTP. */
export interface RendererAnswer {
  body: Buffer<ArrayBuffer>
  headers: Record<string, string>
}

/**
 * Reads one file of the built renderer.
 *
 * @param pathname the raw path of a parsed URL: nothing is decoded, so an escaped dot or slash never becomes one
 * @returns null if there is no such file, or its name could lead out of the folder
 */
export async function readRendererFile(rendererDir: string, pathname: string): Promise<RendererAnswer | null> {
  const name = pathname === '/' ? '/index.html' : pathname
  const contentType = CONTENT_TYPES.get(extname(name))
  if (contentType === undefined || !SERVED_NAME.test(name)) return null
  let body: Buffer<ArrayBuffer>
  try {
    body = await readFile(join(rendererDir, name))
  } catch {
    return null
  }
  const headers = { ...HARDENING_HEADERS, 'Content-Type': contentType }
  if (name !== '/index.html') {
    return {
      body,
      headers: {
        ...headers,
        'Cache-Control': HASHED_NAME.test(name) ? 'private, max-age=31536000, immutable' : 'no-cache',
      },
    }
  }
  const nonce = randomBytes(18).toString('base64url')
  return {
    body: Buffer.from(body.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce)),
    headers: {
      ...headers,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': documentPolicy(nonce),
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  }
}

/** The headers of every answer of both hosts. Anything but a document may load nothing. */
export const HARDENING_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const

/** In `index.html`; replaced by a fresh nonce in each answer, for the theme's style element. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

function documentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Mantine writes the theme's variables into a style element at run time, hence the nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Plain segments that do not start with a dot: no `..`, no hidden file, no escape. */
const SERVED_NAME = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/
/** Vite puts a content hash into the name, so the file never changes. */
const HASHED_NAME = /^\/assets\/[^/]+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/

/** Nothing else, such as source maps, is served. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
])
