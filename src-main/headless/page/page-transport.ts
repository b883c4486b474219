import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { ServiceError, validationError } from '../../domain/errors.ts'
import { text } from '../../domain/text.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import type { Who } from '../../bridge/bridge-host.ts'
import { isPublicCall } from '../../bridge/authorize.ts'
import { crossError } from '../../bridge/cross-error.ts'
import type { LiveFeed } from '../../bridge/live-feed.ts'
import { isSourceFolder } from '../../bridge/locations.ts'
import { readRendererFile } from '../../bridge/renderer-files.ts'
import type { Engine } from '../../engine/engine.ts'
import { channelOf } from '../../engine/access/apps/app-sessions.ts'
import { silentLogger } from '../../engine/kernel/ports.ts'
import { CALLBACK_PATH } from '../../engine/sign-in/identity-sign-in.ts'
import { CONTRACT } from '../../../src-preload/contract.ts'
import { deviceName } from './device-name.ts'
import { identityCallback } from './identity-callback.ts'
import { sendError, sendJson, sendResult } from './page-answer.ts'
import { readJsonBody } from './page-body.ts'
import { createPageEvents, type PageEvents } from './page-events.ts'
import {
  namesOtherHost,
  readCookie,
  requireLoopback,
  requireOwnPage,
  sessionCookie,
  sessionCookieName,
  type PagePlace,
} from './page-guard.ts'
import { deviceOf, visitorOf } from './visitor.ts'
import { MethodNotAllowed, requireMethod } from './require-method.ts'
import { bearerToken, contractHeader, contractOf, type AppSession } from './app-requests.ts'
import { answerOAuth, OAUTH_PREFIX } from './oauth-transport.ts'

export interface PageTransportOptions {
  /** Null while the service starts or stops. */
  engine: () => Engine | null
  bridge: () => Bridge | null
  live: Pick<LiveFeed, 'on'>
  /** The folder of the built renderer. */
  rendererDir: string
  /** The page's origin, such as `http://127.0.0.1:4010`; read at each request, since `--port 0` is known late. */
  origin: () => string
  /** Whether it is reached from beyond this machine: `public-entrance.ts` has then judged each request. */
  isPublic?: boolean
  heartbeatMs?: number
}

/** Handles requests of a `node:http` server; never throws. */
export interface PageTransport {
  (request: IncomingMessage, response: ServerResponse): void
  /** Ends the open event streams, so that the server can close; pages then connect again. */
  close(): void
}

interface PageRequest {
  request: IncomingMessage
  response: ServerResponse
  pathname: string
  engine: Engine
  bridge: Bridge
}

/**
 * The page of the headless host: the built renderer at `/`, and below `/bridge/` the contract that the desktop app has
 * over IPC, behind a page session. On loopback, and at a public URL.
 */
export function createPageTransport(options: PageTransportOptions): PageTransport {
  const events = createPageEvents(
    options.heartbeatMs ?? 15_000,
    () => options.engine()?.wallClock.now().getTime() ?? Date.now(),
    options.live,
  )
  const isPublic = options.isPublic ?? false
  const place = (): PagePlace => ({ origin: options.origin(), isPublic })

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const origin = options.origin()
    if (!isPublic) requireLoopback(request, origin)
    // Only the path: a request target is never trusted to name a host.
    const pathname = (request.url ?? '/').split('?', 1)[0] ?? '/'
    // Another site sends the browser here, so no check of the origin; its own state is checked instead.
    if (pathname === CALLBACK_PATH) {
      requireMethod(request, ['GET'])
      return identityCallback(request, response, place(), open(options.engine()))
    }
    const isOAuth = pathname.startsWith(OAUTH_PREFIX)
    if (!isOAuth && !pathname.startsWith('/bridge/')) return sendFile(request, response, pathname)
    // A program opens the browser at these; what they lead to is judged by the page.
    if (!isOAuth || request.method !== 'GET') requireOwnPage(request, origin)
    const engine = open(options.engine())
    if (isOAuth) return answerOAuth({ request, response, pathname, engine, origin })
    await route({ request, response, pathname, engine, bridge: open(options.bridge()) })
  }

  const sendFile = async (request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> => {
    requireMethod(request, ['GET', 'HEAD'])
    // One origin: cookie and proof of 127.0.0.1 do not work under another name. The browser keeps the fragment.
    if (pathname === '/' && namesOtherHost(request, options.origin())) {
      response.writeHead(307, { Location: `${options.origin()}/` }).end()
      return
    }
    const file = await readRendererFile(options.rendererDir, pathname)
    if (file === null)
      throw pathname === '/'
        ? new ServiceError(
            'error.unavailable',
            isSourceFolder()
              ? 'The page is not built; run "npm run build"'
              : 'The files of the page are missing; install the program again',
          )
        : new ServiceError('error.route_not_found')
    response.writeHead(200, { ...file.headers, 'Content-Length': String(file.body.length) })
    response.end(request.method === 'HEAD' ? undefined : file.body)
  }

  const route = async (asked: PageRequest): Promise<void> => {
    const { request, response, pathname, engine } = asked
    if (pathname === '/bridge/login') return login(asked)
    if (pathname === '/bridge/events') {
      requireMethod(request, ['GET'])
      contractOf(request, engine)
      const session = await authenticate(asked)
      const person = await engine.people.caller(session.personId)
      if (person === null) throw new ServiceError('error.signed_out')
      events.open({ id: session.id, person }, response, { version: engine.version })
    } else if (pathname === '/bridge/contract') {
      requireMethod(request, ['POST'])
      await authenticate(asked)
      sendJson(response, 200, { ok: true, value: { calls: Object.keys(CONTRACT) } }, contractHeader(engine))
    } else if (pathname === '/bridge/logout') {
      requireMethod(request, ['POST'])
      const session = await authenticate(asked)
      await engine.sessions.signOut(session.id)
      events.closeSession(session.id)
      sendJson(response, 200, { ok: true, value: {} }, { 'Set-Cookie': sessionCookie(place(), '') })
    } else if (pathname.startsWith(CALL_PREFIX)) {
      requireMethod(request, ['POST'])
      await call(asked, events)
    } else {
      throw new ServiceError('error.route_not_found')
    }
  }

  const login = async ({ request, response, engine }: PageRequest): Promise<void> => {
    requireMethod(request, ['POST'])
    const body = loginSchema.safeParse(await readJsonBody(request, response))
    if (!body.success) throw validationError([{ field: 'token', message: 'token is required' }])
    const device = deviceOf(request, place(), engine.signIn)
    const session = await engine.sessions.exchange(body.data.token, {
      device: deviceName(request.headers['user-agent']),
      // The local owner's link proves nothing but being on this machine.
      acceptsLocal: !isPublic,
      ...(device === null ? {} : { deviceHash: engine.signIn.deviceHash({ device }) }),
    })
    sendJson(
      response,
      200,
      { ok: true, value: { proof: session.proof } },
      { 'Set-Cookie': sessionCookie(place(), session.cookie) },
    )
  }

  /** A connected app's token stands for cookie and proof: no browser sends it by itself. */
  const authenticate = ({ request, engine }: PageRequest): Promise<AppSession> => {
    const token = bearerToken(request)
    if (token !== null) return engine.apps.sessions.authenticate(token)
    const proof = request.headers['x-fuelcard-session']
    return engine.sessions.authenticate(
      readCookie(request, sessionCookieName(place())),
      typeof proof === 'string' ? proof : undefined,
    )
  }

  /** Public calls need no session. */
  const whoCalls = async (asked: PageRequest, name: string): Promise<Who> => {
    try {
      const { id, personId, app } = await authenticate(asked)
      const who = { kind: 'signed-in', personId, sessionId: id } as const
      if (app !== undefined) return { ...who, app }
      return { ...who, isAtMachine: !isPublic && personId === asked.engine.people.localId }
    } catch (error) {
      if (isPublicCall(name) && error instanceof ServiceError) return { kind: 'nobody' }
      throw error
    }
  }

  const call = async (asked: PageRequest, streams: PageEvents): Promise<void> => {
    const { request, response, pathname, engine, bridge } = asked
    const isNewer = contractOf(request, engine)
    const name = pathname.slice(CALL_PREFIX.length)
    const who = await whoCalls(asked, name)
    if (who.kind === 'signed-in') streams.noteUse(who.sessionId)
    const input = await readJsonBody(request, response)
    const app = who.kind === 'signed-in' ? who.app : undefined
    // A stolen token must not become a way in for good.
    if (app !== undefined && SIGNS_IN.test(name))
      throw new ServiceError('error.forbidden', 'How a person signs in is changed in the page of the service only')
    const visitor = SIGNS_IN.test(name) ? visitorOf(request, response, place(), engine.signIn) : undefined
    const channel = app === undefined ? 'app' : channelOf(app)
    const result = await bridge.handle(name, input, { audience: 'page', who, channel, visitor, isNewer })
    sendResult(response, result, contractHeader(engine))
  }

  const transport = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch((error: unknown) => refuse(request, response, error, options.engine()))
  }
  return Object.assign(transport, { close: () => events.closeAll() })
}

const CALL_PREFIX = '/bridge/call/'
const SIGNS_IN = /^(signIn|credentials)\./
const loginSchema = z.object({ token: text().min(1).max(200) })

/** @throws ServiceError `error.unavailable` while the service starts or stops */
function open<Part>(part: Part | null): Part {
  if (part === null) throw new ServiceError('error.unavailable')
  return part
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown, engine: Engine | null): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const crossed = crossError(error, randomUUID(), engine?.logger ?? silentLogger, 'page transport')
  sendError(response, crossed, {
    ...(error instanceof MethodNotAllowed ? { Allow: error.allowed.join(', ') } : {}),
    // The unread rest of a body must not be parsed as the next request.
    ...(request.complete ? {} : { Connection: 'close' }),
  })
}
