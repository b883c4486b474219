import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { createHome, type Home } from '../program.ts'
import { hasArrived } from './expected.ts'
import type { Page } from './page.ts'
import { needsOf, REGISTRY, writePrograms } from './programs.ts'

/** Follows a page from top to bottom, in one folder and one shell, as a person would. */
export interface Reader {
  /** The folder everything runs in. */
  folder: string
  /** Runs a program in it until it ends. */
  run(command: readonly string[], input?: string): Promise<Outcome>
  /** Runs lines of shell; their variables and exports remain for the next ones. */
  shell(code: string): Promise<Outcome>
  /** Starts lines of shell that keep running, and waits until they print the stated output, or anything. */
  begin(code: string, stated: string | null): Promise<void>
  /** The code as this reader types it, with the ports and addresses of this run. */
  adapted(code: string): string
}

/** How lines of a page ended. */
export interface Outcome {
  code: number | null
  /** With the ports and addresses of the page. */
  stdout: string
  stderr: string
}

/** A block that takes longer is waiting for something that will not happen, such as its own end. */
const LONGEST_MS = 60_000
const GREETING = /Bearer (sk_sandbox_\S+)" "(http\S+)\/projects\/([^/]+)\//
/** The default port of the service, which every page shows. */
const DEFAULT_PORT = 4010

/**
 * A reader of the page who has the commands of the documentation, an empty folder and, unless the page starts it itself
 * (`<!-- snippets: no service -->`), a fresh service with the demo fleet, its address, project and key in
 * `FUELCARD_URL`, `FUELCARD_PROJECT_ID` and `FUELCARD_API_KEY`.
 */
export async function createReader(page: Page): Promise<Reader> {
  const home = createHome()
  const folder = join(home.dir, 'work')
  const programs = join(home.dir, 'bin')
  const state = join(home.dir, 'shell-state')
  for (const path of [folder, programs]) mkdirSync(path)
  writePrograms(programs, home, needsOf(page).includes(REGISTRY))
  const ports = await portsOf(page)
  const service = page.directives.includes('no service') ? null : await serviceOf(home)
  if (service !== null) ports.set(DEFAULT_PORT, service.port)
  const environment: NodeJS.ProcessEnv = {
    ...home.environment,
    ...service?.variables,
    PATH: [programs, dirname(process.execPath), process.env['PATH']].join(delimiter),
    NO_PROXY: '127.0.0.1,localhost',
  }
  const swap = (code: string, from: (pair: readonly [number, number]) => number, to: typeof from) =>
    [...ports].reduce(
      (all, pair) => all.replaceAll(new RegExp(String.raw`\b${from(pair)}\b`, 'g'), `${to(pair)}`),
      code,
    )
  const adapted = (code: string) =>
    swap(
      code,
      ([given]) => given,
      ([, real]) => real,
    )
  const asGiven = (output: string) =>
    swap(
      output,
      ([, real]) => real,
      ([given]) => given,
    )
  const start = (command: readonly string[], options: { detached?: boolean } = {}) => {
    const [program = '', ...words] = command
    return spawn(program, words, { cwd: folder, env: environment, stdio: ['pipe', 'pipe', 'pipe'], ...options })
  }
  const script = (code: string) => {
    const file = join(home.dir, 'lines.sh')
    const restore = existsSync(state) ? `. '${state}'\n` : ''
    writeFileSync(
      file,
      `set -euo pipefail\n${restore}set -a\n${withoutPlaceholders(adapted(code))}\nexport -p > '${state}'\n`,
    )
    return ['bash', file]
  }
  const run: Reader['run'] = async (command, input = '') => {
    const child = start(command, { detached: true })
    const limit = setTimeout(() => endGroup(child), LONGEST_MS)
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    clearTimeout(limit)
    const hung = code === null ? `It was still running after ${LONGEST_MS / 1000} s: is it "background"?` : ''
    return { code: code as number | null, stdout: asGiven(stdout), stderr: `${asGiven(stderr)}${hung}` }
  }
  return {
    folder,
    adapted,
    run,
    shell: (code) => run(script(code)),
    begin: async (code, stated) => {
      const child = start(script(code), { detached: true })
      onTestFinished(() => endGroup(child))
      await arrival(child, join(folder, 'background.txt'), (output) =>
        stated === null ? output.includes('\n') : hasArrived(stated, asGiven(output)),
      )
    },
  }
}

/** The greeting of the first start holds everything, so that no command has to ask for it. */
async function serviceOf(home: Home) {
  const { firstLine } = await home.begin(['serve', '--port', '0'], { firstLine: GREETING })
  const [, key = '', baseUrl = '', projectId = ''] = GREETING.exec(firstLine) ?? []
  return {
    port: Number(new URL(baseUrl).port),
    variables: { FUELCARD_URL: baseUrl, FUELCARD_PROJECT_ID: projectId, FUELCARD_API_KEY: key },
  }
}

/** A free port for each local port that the page names. */
async function portsOf(page: Page): Promise<Map<number, number>> {
  const named = page.blocks.flatMap(({ code }) => [...code.matchAll(/(?:127\.0\.0\.1|localhost):(\d{2,5})\b/g)])
  const ports = new Map<number, number>()
  for (const [, port] of named) if (!ports.has(Number(port))) ports.set(Number(port), await freePort())
  return ports
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** `export FUELCARD_API_KEY=sk_sandbox_…` is for readers to fill in: this one has done so. */
function withoutPlaceholders(code: string): string {
  return code.replaceAll(/^export( \w+=\S*…\S*)+$/gm, (line) =>
    [...line.matchAll(/ (\w+)=/g)]
      .map(([, name]) => `: "\${${name}:?is nothing that the test could fill in}"`)
      .join('\n'),
  )
}

/** @param file receives everything printed so far, for a hidden line to read */
async function arrival(child: ChildProcess, file: string, isThere: (output: string) => boolean): Promise<void> {
  let output = ''
  let errors = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (!isThere(output)) return
      writeFileSync(file, output)
      resolve()
    })
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`ended with ${code} although it should run on:\n${output}${errors}`)))
  })
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
