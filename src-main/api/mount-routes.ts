import type { Express } from 'express'
import { ServiceError } from '../domain/errors.ts'
import type { ApiMiddleware, ApiRequest, ApiResponse } from './request-state.ts'
import type { ApiServices, Method, Route } from './route.ts'

/** Registers routes with Express, path by path; other methods of a path are 405, with its methods in `Allow`. */
export function mountRoutes(app: Express, routes: readonly Route[], services: ApiServices): void {
  for (const [path, operations] of byPath(routes)) {
    const mounted = app.route(`/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
    for (const operation of operations) mounted[operation.method](answerWith(operation, services) as never)
    mounted.all(refuseMethod(operations.map((operation) => operation.method)) as never)
  }
}

function byPath(routes: readonly Route[]): Map<string, Route[]> {
  const paths = new Map<string, Route[]>()
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route])
  return paths
}

function answerWith(route: Route, services: ApiServices): ApiMiddleware {
  return (request: ApiRequest, response: ApiResponse) => route.serve(services, request, response)
}

function refuseMethod(methods: readonly Method[]): ApiMiddleware {
  // Express answers HEAD like GET (RFC 9110, section 9.3.2).
  const allow = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ')
  return (request, response) => {
    response.setHeader('Allow', allow)
    throw new ServiceError('error.method_not_allowed', `${request.method} is not possible here; possible: ${allow}`)
  }
}
