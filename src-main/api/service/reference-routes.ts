import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { send, sendJson } from '../answer.ts'
import { publicRoute, type Route } from '../route.ts'
import { REFERENCE_PAGE, REFERENCE_SCRIPT } from './reference-page.ts'

const openApiSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
})

/** The page may load nothing from elsewhere. Swagger UI draws its icons from data URLs. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The page's files; the build copies them from the package swagger-ui-dist (`electron.vite.config.ts`). */
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const

/**
 * Run from source, there is only the package itself. Its main module would load the whole interface: hence its folder.
 */
const BUILT = join(import.meta.dirname, 'reference')
const REFERENCE_DIR = existsSync(BUILT)
  ? BUILT
  : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

export const referenceRoutes: Route[] = [
  publicRoute({
    path: '/openapi.json',
    operationId: 'getOpenApiDocument',
    tag: 'Service',
    summary: 'This document',
    success: {
      status: 200,
      description: 'OpenAPI 3.1, generated from the schemas that validate requests',
      schema: openApiSchema,
    },
    serve: (services, _request, response) => {
      sendJson(response, 200, services.openApiJson())
    },
  }),
  publicRoute({
    path: '/docs',
    operationId: 'getReference',
    tag: 'Service',
    summary: 'A browsable reference',
    description: 'Works without a network.',
    success: { status: 200, description: 'The page', schema: null, mediaType: 'text/html' },
    serve: (_services, _request, response) => {
      response.setHeader('Content-Security-Policy', PAGE_POLICY)
      response.setHeader('Referrer-Policy', 'no-referrer')
      send(response, 200, 'text/html', Buffer.from(REFERENCE_PAGE))
    },
  }),
  publicRoute({
    ...asset('/docs/reference.js'),
    serve: (_services, _request, response) => {
      send(response, 200, 'text/javascript', Buffer.from(REFERENCE_SCRIPT))
    },
  }),
  ...ASSETS.map((name) =>
    publicRoute({
      ...asset(`/docs/${name}`),
      serve: (_services, _request, response) => {
        // Changes only with the package: cached by the browser, revalidated each time.
        response.setHeader('Cache-Control', 'no-cache')
        response.sendFile(name, { root: REFERENCE_DIR })
      },
    }),
  ),
]

function asset(path: string) {
  return {
    path,
    hidden: true,
    operationId: path,
    tag: 'Service',
    summary: 'A part of the reference',
    success: { status: 200, description: 'The file', schema: null },
  } as const
}
