import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { CHROMIUM_FLAGS, findChromium } from '../browser/support/chromium.ts'
import { ROOT } from '../support/built/modules.ts'
import { createHome, type Home } from '../support/program.ts'

// A stand-in for a browser: Chromium's own refuses to start for root, since its sandbox is never switched off.
const BROWSERS = ['google-chrome', 'chromium', 'xdg-open']

describe.runIf(process.platform === 'linux')('the page is opened', () => {
  it('as a window of its own, with a profile of its own, and the link stands in no process list', async () => {
    const desk = withBrowsers('chromium', 'xdg-open')
    const service = await desk.home.serve(['--no-demo', '--window'], { environment: desk.environment })
    const words = await desk.startedWith('chromium')
    const page = join(desk.home.dataDir, 'browser/open.html')
    expect(words).toEqual([
      `--app=file://${page}`,
      `--user-data-dir=${join(desk.home.dataDir, 'browser/profile')}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-sync',
      '--disable-background-networking',
    ])
    expect(fileURLToPath(words[0]?.replace('--app=', '') ?? '')).toBe(page)
    const html = readFileSync(page, 'utf8')
    expect(html).toContain(`location.replace(${JSON.stringify(service.ready.uiUrl)})`)
    expect(html).toContain('<title>Fuelcard Desk</title>')
    expect(statSync(page).mode & 0o777).toBe(0o600)
    expect(statSync(join(page, '..')).mode & 0o777).toBe(0o700)
    // What the browser writes is private, too, and it gets no key.
    expect(statSync(desk.log('chromium')).mode & 0o777).toBe(0o600)
    expect(readFileSync(desk.log('environment'), 'utf8')).not.toContain('FUELCARD_DATA_KEY')
    expect(existsSync(desk.log('xdg-open'))).toBe(false)
    expect((await service.end('SIGTERM')).code).toBe(0)
    expect(existsSync(page)).toBe(false)
    // The window ends with the service.
    expect(await desk.startedWith('ended')).toEqual(['TERM'])
  })

  it('so that a real Chromium is signed in, and has no way back to the link', async () => {
    const desk = withBrowsers('xdg-open')
    const { ready } = await desk.home.serve(['--no-demo', '--open'], { environment: desk.environment })
    const [file = ''] = await desk.startedWith('xdg-open')
    const browser = await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_FLAGS] })
    try {
      const page = await browser.newPage()
      await page.goto(pathToFileURL(file).href)
      await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
      expect(page.url()).toBe(new URL('/', ready.uiUrl ?? '').href)
      expect(await page.title()).toContain('Fuelcard Desk')
      await page.goBack()
      expect(page.url()).not.toContain('open.html')
    } finally {
      await browser.close()
    }
  })

  it('by "npm start" where Electron’s program cannot be had', async () => {
    const desk = withBrowsers('chromium')
    const start = spawn(process.execPath, [join(ROOT, 'src-main/headless/start.js'), '--port', '0', '--no-demo'], {
      env: {
        ...desk.home.environment,
        ...desk.environment,
        DISPLAY: ':99',
        ELECTRON_OVERRIDE_DIST_PATH: join(desk.home.dir, 'nowhere'),
        // Refused at once.
        ELECTRON_MIRROR: 'http://127.0.0.1:1/',
      },
    })
    const ended = once(start, 'exit')
    const said = text(start.stderr)
    expect(await desk.startedWith('chromium')).toContain(
      `--app=${pathToFileURL(join(desk.home.dataDir, 'browser/open.html')).href}`,
    )
    start.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(await said).toMatch(/^Electron's program could not be fetched \(.+\): running the same app in a browser\.$/m)
  })

  it('by the next browser if one does not start, such as for root', async () => {
    const desk = withBrowsers('chromium', 'xdg-open')
    desk.make('google-chrome', 'exit 1')
    const service = await desk.home.serve(['--no-demo', '--window'], { environment: desk.environment })
    expect((await desk.startedWith('chromium'))[0]).toMatch(/^--app=/)
    await service.end('SIGTERM')
  })

  it('in the default browser if there is no other, by the name of a private file', async () => {
    const desk = withBrowsers('xdg-open')
    await desk.home.serve(['--no-demo', '--window'], { environment: desk.environment })
    expect(await desk.startedWith('xdg-open')).toEqual([join(desk.home.dataDir, 'browser/open.html')])
  })

  it('by "serve --open" and "login --open" in the default browser alone', async () => {
    const desk = withBrowsers('chromium', 'xdg-open')
    const page = join(desk.home.dataDir, 'browser/open.html')
    await desk.home.serve(['--no-demo', '--open'], { environment: desk.environment })
    expect(await desk.startedWith('xdg-open')).toEqual([page])
    const first = readFileSync(page, 'utf8')
    const { code, stdout } = await desk.home.run(['login', '--open'], { environment: desk.environment })
    expect(code).toBe(0)
    const [, token] = /#login=(\S+)/.exec(stdout) ?? []
    expect(first).not.toContain(token)
    expect(readFileSync(page, 'utf8')).toContain(token)
    expect(existsSync(desk.log('chromium'))).toBe(false)
  })

  it('by its printed link where there is no browser at all', async () => {
    const desk = withBrowsers()
    const service = await desk.home.serve(['--no-demo', '--window'], { environment: desk.environment })
    expect(service.ready.uiUrl).toContain('#login=')
    expect((await service.end('SIGTERM')).stderr).toContain('No browser could be opened: open the link yourself.')
  })

  it('not from a browser of Snap, which could not read the file', async () => {
    const desk = withBrowsers('xdg-open')
    desk.make('chromium', 'exec /snap/bin/chromium "$@"')
    await desk.home.serve(['--no-demo', '--window'], { environment: desk.environment })
    expect(await desk.startedWith('xdg-open')).toHaveLength(1)
  })
})

/** A person whose only programs are these browsers. */
function withBrowsers(...names: string[]) {
  const home: Home = createHome()
  const folder = join(home.dir, 'programs')
  mkdirSync(folder)
  const log = (name: string) => join(home.dir, `${name}.log`)
  const make = (name: string, lines: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  for (const name of names.filter((known) => BROWSERS.includes(known)))
    make(
      name,
      [
        `/usr/bin/env > '${log('environment')}'`,
        `printf '%s\\n' "$@" > '${log('passing')}'`,
        `/bin/mv '${log('passing')}' '${log(name)}'`,
        // A browser runs as long as its window is open.
        ...(name === 'chromium'
          ? [`trap 'kill $!; echo TERM > "${log('ended')}"; exit' TERM`, '/bin/sleep 60 &', 'wait']
          : []),
      ].join('\n'),
    )
  return {
    home,
    log,
    make,
    environment: { PATH: folder, FUELCARD_DATA_KEY: 'ab'.repeat(32) },
    startedWith: async (name: string) => {
      await expect.poll(() => existsSync(log(name))).toBe(true)
      return readFileSync(log(name), 'utf8').trim().split('\n')
    },
  }
}
