import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formattedSources } from '../../src-client/build/formatted-sources.ts'
import { OPERATIONS } from '../../src-client/src/generated/operations.ts'
import { createClient, type FuelcardClient } from '../../src-client/src/index.ts'
import { CLIENT, ROOT } from '../support/built/modules.ts'

const packageOf = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Record<string, unknown>

describe('the client', () => {
  it('has the types of the document that the service gives today ("npm run build:client" makes them)', async () => {
    for (const [name, source] of Object.entries(await formattedSources()))
      expect(readFileSync(join(CLIENT.source, 'generated', name), 'utf8')).toBe(source)
  })

  it('has a call for every operation of the document', async () => {
    const called = new Set<string>()
    const client = createClient({
      baseUrl: 'http://127.0.0.1:1/v1',
      projectId: 'p',
      apiKey: 'k',
      onAttempt: ({ operation }) => called.add(operation),
      fetch: () => Promise.resolve(Response.json({ docs: [], total: 0 })),
    })
    for (const call of everyCall(client)) await call()
    expect([...called].toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
  })

  it('depends on nothing, and has the version of the service', () => {
    const { dependencies, peerDependencies, version } = packageOf('src-client')
    expect({ dependencies, peerDependencies }).toEqual({ dependencies: undefined, peerDependencies: undefined })
    expect(version).toBe(packageOf('.')['version'])
  })

  it('documents everything that it exports, and every member of it', () => {
    const files = readdirSync(CLIENT.built, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.d.ts'),
    )
    const declarations = files.map((name) => [name, readFileSync(join(CLIENT.built, name), 'utf8')] as const)
    expect(
      declarations.flatMap(([name, text]) =>
        undocumented(text, name.startsWith('generated')).map((line) => `${name}: ${line}`),
      ),
    ).toEqual([])
  })
})

function everyCall(client: FuelcardClient): (() => Promise<unknown>)[] {
  const calls = Object.values(client).flatMap((part: object | (() => unknown)) =>
    typeof part === 'function' ? [part] : Object.values(part),
  ) as ((...words: unknown[]) => Promise<unknown> | AsyncGenerator)[]
  return calls.map((call) => async () => {
    const answer = call('id', {})
    return Symbol.asyncIterator in answer ? answer.next() : answer
  })
}

/** Exported declarations, and members of exported interfaces and classes, that have no comment above them. */
function undocumented(text: string, onlyDeclarations: boolean): string[] {
  const found: string[] = []
  let previous = ''
  let isExported = false
  for (const line of text.split('\n')) {
    const declares = /^export (declare )?(async )?(interface|type|class|function|const) \w/.test(line)
    if (/^\S/.test(line)) isExported = /^export (declare )?(interface|class) /.test(line)
    // One level deep: what stands in an object type of a member is described by the member.
    const isMember = isExported && !onlyDeclarations && /^ {4}(readonly )?\w+[?(:<]/.test(line)
    if ((declares || isMember) && !previous.trimEnd().endsWith('*/')) found.push(line.trim())
    previous = line
  }
  return found
}
