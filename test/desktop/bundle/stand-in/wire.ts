/** Calls in both directions between the process of the app and the test that holds its windows. */
export interface Wire {
  call<Result>(name: string, data?: unknown): Promise<Result>
}

type Message = { id: number; name: string; data: unknown } | { answer: number; value?: unknown; error?: string }

/** The end of a channel of Node's own between a process and its child. */
export interface Channel {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
}

export type WireHandlers = Readonly<Record<string, (data: never) => unknown>>

export function connectWire(channel: Channel, handlers: WireHandlers): Wire {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  const answer = async (id: number, name: string, data: unknown) => {
    try {
      const handler = handlers[name]
      if (handler === undefined) throw new Error(`Nothing answers ${name}`)
      channel.send({ answer: id, value: await handler(data as never) })
    } catch (error) {
      channel.send({ answer: id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  }
  channel.onMessage((received) => {
    const message = received as Message
    if ('id' in message) return void answer(message.id, message.name, message.data)
    const call = waiting.get(message.answer)
    waiting.delete(message.answer)
    if (message.error === undefined) call?.resolve(message.value)
    else call?.reject(new Error(message.error))
  })
  return {
    call: <Result>(name: string, data: unknown = null) => {
      const call = Promise.withResolvers<unknown>()
      last += 1
      waiting.set(last, call)
      channel.send({ id: last, name, data })
      return call.promise as Promise<Result>
    },
  }
}
