/**
 * What stands for `contextBridge`: the preload runs in an isolated world of the page, which shares the document with
 * the page's own world but no object. Values cross as Electron lets them cross: data is copied, functions and promises
 * work. Both functions are written out and run in the page, so they use nothing from around them.
 */

type Crossing =
  | { type: 'data'; value?: unknown }
  | { type: 'object'; entries: [string, Crossing][] }
  | { type: 'function' | 'promise'; id: number }

/** One end of the crossing; `side` and `other` are unguessable names of events. */
function openCrossing(side: string, other: string) {
  const kept = new Map<number, (...values: unknown[]) => unknown>()
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>()
  let last = 0
  let returned: Crossing = { type: 'data' }
  const send = (message: unknown) => window.dispatchEvent(new CustomEvent(other, { detail: JSON.stringify(message) }))
  const keep = (work: (...values: unknown[]) => unknown) => {
    last += 1
    kept.set(last, work)
    return last
  }
  const out = (value: unknown): Crossing => {
    if (typeof value === 'function') return { type: 'function', id: keep(value as (...values: unknown[]) => unknown) }
    if (value instanceof Promise) {
      const id = keep(() => {})
      value.then(
        (result: unknown) => send({ settled: id, value: out(result) }),
        (error: unknown) =>
          send({
            settled: id,
            error:
              error instanceof Error
                ? { name: error.name, message: error.message }
                : { name: 'Error', message: String(error) },
          }),
      )
      return { type: 'promise', id }
    }
    if (
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).some((part) => typeof part === 'function')
    ) {
      return {
        type: 'object',
        entries: Object.entries(value).map(([name, part]): [string, Crossing] => [name, out(part)]),
      }
    }
    return { type: 'data', value }
  }
  const back = (crossing: Crossing): unknown => {
    if (crossing.type === 'data') return crossing.value
    if (crossing.type === 'object')
      return Object.freeze(Object.fromEntries(crossing.entries.map(([name, part]) => [name, back(part)])))
    const { id } = crossing
    if (crossing.type === 'promise') return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    return (...values: unknown[]) => {
      // Events are delivered before `dispatchEvent` returns, so the answer is there.
      send({ run: id, values: values.map(out) })
      return back(returned)
    }
  }
  window.addEventListener(side, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as
      | { run: number; values: Crossing[] }
      | { returned: Crossing }
      | { settled: number; value?: Crossing; error?: { name: string; message: string } }
      | { expose: string; value: Crossing }
    if ('run' in message) send({ returned: out(kept.get(message.run)?.(...message.values.map(back))) })
    else if ('returned' in message) returned = message.returned
    else if ('settled' in message) {
      const call = waiting.get(message.settled)
      waiting.delete(message.settled)
      if (message.error === undefined) call?.resolve(back(message.value ?? { type: 'data' }))
      else
        call?.reject(
          message.error.name === 'TypeError' ? new TypeError(message.error.message) : new Error(message.error.message),
        )
    } else Object.defineProperty(window, message.expose, { value: back(message.value), enumerable: true })
  })
  return { expose: (name: string, value: unknown) => send({ expose: name, value: out(value) }) }
}

/** For the page's own world. */
export function pageWorld(token: string): string {
  return `(${openCrossing.toString()})(${JSON.stringify(`${token} page`)}, ${JSON.stringify(`${token} preload`)})`
}

/** For the preload's world: runs the built preload with the `electron` that a sandboxed one gets. */
export function preloadWorld(token: string, source: string): string {
  const run = (
    crossing: ReturnType<typeof openCrossing>,
    send: (text: string) => void,
    preload: (require: (name: string) => unknown) => void,
  ) => {
    const listeners = new Map<string, Set<(event: unknown, ...parts: unknown[]) => void>>()
    const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>()
    let last = 0
    const ipcRenderer = {
      invoke: (channel: string, ...parts: unknown[]) =>
        new Promise((resolve, reject) => {
          last += 1
          waiting.set(last, { resolve, reject })
          send(JSON.stringify({ id: last, channel, parts }))
        }),
      on: (channel: string, listener: (event: unknown, ...parts: unknown[]) => void) => {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
        return ipcRenderer
      },
      off: (channel: string, listener: (event: unknown, ...parts: unknown[]) => void) => {
        listeners.get(channel)?.delete(listener)
        return ipcRenderer
      },
    }
    // Called from outside the page, in this world alone.
    Object.assign(globalThis, {
      standInAnswer: (id: number, value: unknown, error: string | null) => {
        const call = waiting.get(id)
        waiting.delete(id)
        if (error === null) call?.resolve(value)
        else call?.reject(new Error(error))
      },
      standInEvent: (channel: string, parts: unknown[]) => {
        for (const listener of listeners.get(channel) ?? []) listener({ sender: ipcRenderer }, ...parts)
      },
    })
    preload((name) => {
      if (name !== 'electron') throw new Error(`A sandboxed preload cannot require ${name}`)
      return { contextBridge: { exposeInMainWorld: crossing.expose }, ipcRenderer }
    })
  }
  const crossing = `(${openCrossing.toString()})(${JSON.stringify(`${token} preload`)}, ${JSON.stringify(`${token} page`)})`
  return `if (window === window.top) (${run.toString()})(${crossing}, (text) => standInSend(text), (require) => { const module = { exports: {} }; const exports = module.exports; ${source}\n })`
}
