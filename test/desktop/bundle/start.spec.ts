import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { valueOf } from './support/calls.ts'
import { expect, showCards, test } from './support/test.ts'

test.use({ file: import.meta.filename })

const PORT = '--port=0'

test('the first start makes the demo fleet and shows its key once; the next one finds it, where the window stood', async ({
  start,
}) => {
  const first = start({ words: [PORT] })
  const page = await first.page()
  await showCards(page)
  await expect.poll(() => first.evaluate(({ seen }) => seen.asked.length)).toBe(1)
  const [told] = await first.evaluate(({ seen }) =>
    seen.asked.map(({ message, detail }) => ({ message, detail: detail ?? '' })),
  )
  expect(told?.message).toBe('Demo fleet is ready, with 48 cards to try things on')
  const [, key, address] = /Bearer (sk_sandbox_\S+)" "(\S+)"/.exec(told?.detail ?? '') ?? []
  const answer = await fetch(address ?? '', { headers: { authorization: `Bearer ${key}` } })
  expect(await answer.json()).toMatchObject({ total: 48 })

  // The key that seals secrets is in a file that only the key store can read.
  const keys = join(first.home, 'config/fuelcard-desk/keys')
  expect(readdirSync(keys)).toEqual([expect.stringMatching(/^data-key-/)])
  expect(await valueOf(page, 'desktop.get', {})).toEqual({
    desktop: {
      startWithSystem: null,
      closeToTray: true,
      notifications: true,
      updates: 'source',
      update: null,
      keyProtection: 'key_store',
    },
  })
  await first.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 240, y: 120, width: 1111, height: 777 }),
  )
  expect(await first.quit()).toBe(0)

  // Where earlier builds kept it.
  const [sealed = ''] = readdirSync(keys)
  renameSync(join(keys, sealed), join(first.home, 'userData', sealed))
  const second = start({ home: first.home, words: [PORT] })
  await showCards(await second.page())
  expect(
    await second.evaluate(({ seen, BrowserWindow }) => ({
      asked: seen.asked,
      bounds: BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
    })),
  ).toEqual({ asked: [], bounds: { x: 240, y: 120, width: 1111, height: 777 } })
  expect(await second.quit()).toBe(0)

  // The screen that it stood on is gone.
  const third = start({ home: first.home, words: [PORT], displays: [{ x: 3000, y: 0, width: 1280, height: 700 }] })
  await third.page()
  expect(await third.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.options.x)).toBeUndefined()
})

test('without a key store the key lies in the config folder, and that is said once', async ({ start }) => {
  test.skip(process.platform !== 'linux', 'only Linux has sessions without a key store')
  const first = start({ words: [PORT], hasKeyring: false })
  const page = await first.page()
  await expect
    .poll(() => first.evaluate(({ seen }) => seen.asked.map(({ message }) => message)))
    .toContain('The data key is not protected on this computer')
  expect(await valueOf(page, 'desktop.get', {})).toMatchObject({ desktop: { keyProtection: 'none' } })
  expect(readdirSync(join(first.home, 'config/fuelcard-desk/keys'))).toHaveLength(1)
  await first.quit()
  const second = start({ home: first.home, words: [PORT], hasKeyring: false })
  await showCards(await second.page())
  expect(await second.evaluate(({ seen }) => seen.asked)).toEqual([])
  await second.quit()
  // Once there is a key store, the folder still opens: both hosts know each other's keys.
  const third = start({ home: first.home, words: [PORT] })
  await showCards(await third.page())
})

test('a key from the variable is used; a folder that has lost its key is not touched', async ({ start }) => {
  const given = start({ words: [PORT], environment: { FUELCARD_DATA_KEY: '11'.repeat(32) } })
  expect(await valueOf(await given.page(), 'desktop.get', {})).toMatchObject({ desktop: { keyProtection: 'given' } })
  await given.quit()
  const without = start({ home: given.home, words: [PORT] })
  expect(await without.ended).toBe(3)
  expect(without.failures).toEqual([
    expect.stringMatching(
      /^Fuelcard Desk could not be opened: The data key of this folder is missing: .*it was made in the variable FUELCARD_DATA_KEY/,
    ),
  ])
  const mistyped = start({
    home: given.home,
    words: [PORT, `--key-file=${join(given.home, 'nothing')}`],
    languages: ['de-AT', 'en'],
  })
  expect(await mistyped.ended).toBe(3)
  expect(mistyped.failures[0]).toContain('Fuelcard Desk konnte nicht geöffnet werden: ')
})

test('settings that were damaged cost the window its place, and nothing else', async ({ start }) => {
  const first = start({ words: [PORT] })
  await first.page()
  await first.quit()
  const file = join(first.home, 'userData/config.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ window: { maximized: false } })
  writeFileSync(file, '{ "window": ')
  const second = start({ home: first.home, words: [PORT] })
  await showCards(await second.page())
  expect(await second.quit()).toBe(0)
  // Of a build before there was a tray.
  writeFileSync(
    file,
    JSON.stringify({ window: { x: 1, y: 2, width: 1000, height: 700, maximized: false }, leftOver: true }),
  )
  const third = start({ home: first.home, words: [PORT] })
  await third.page()
  expect(await third.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.options.width)).toBe(1000)
  await third.quit()
  expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty('leftOver')
})

test('started with the system it waits in the tray, at the place that a link asked for', async ({ start }) => {
  const desk = start({ words: [PORT, '--hidden', 'fuelcard-desk://open/sandbox/activity'] })
  const page = await desk.page()
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  const isVisible = () => desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  expect(await isVisible()).toBe(false)
  await desk.evaluate(({ seen }) => seen.tray?.click())
  expect(await isVisible()).toBe(true)
})

test('installed on Linux it is started with the system by a file of its own', async ({ start }) => {
  test.skip(process.platform !== 'linux', 'elsewhere the system keeps such a list itself')
  const desk = start({ words: [PORT], isPackaged: true, environment: { APPIMAGE: '/opt/Fuel "card" Desk.AppImage' } })
  const page = await desk.page()
  const entry = () => readFileSync(join(desk.home, 'config/autostart/fuelcard-desk.desktop'), 'utf8')
  expect(await valueOf(page, 'desktop.get', {})).toMatchObject({
    desktop: { startWithSystem: false, updates: 'package' },
  })
  expect(await valueOf(page, 'desktop.update', { startWithSystem: true })).toMatchObject({
    desktop: { startWithSystem: true },
  })
  expect(entry()).toContain('Exec="/opt/Fuel \\\\"card\\\\" Desk.AppImage" --hidden\n')
  await valueOf(page, 'desktop.update', { startWithSystem: false })
  expect(entry).toThrow('ENOENT')
  expect(await desk.evaluate(({ seen }) => seen.protocols)).toEqual(['fuelcard-desk'])
})

test('a folder that is no data folder is left alone, and the reason is shown', async ({ start }) => {
  const first = start({ words: [PORT] })
  await first.page()
  await first.quit()
  rmSync(join(first.dataDir, 'sandbox.sqlite'))
  mkdirSync(join(first.dataDir, 'sandbox.sqlite'))
  const second = start({ home: first.home, words: [PORT] })
  expect(await second.ended).toBe(3)
  expect(second.failures).toHaveLength(1)
})

test('an installed app opens no window without the sandbox', async ({ start }) => {
  const desk = start({ isPackaged: true, words: [PORT, '--no-sandbox'] })
  expect(await desk.ended).toBe(3)
  expect(desk.failures).toEqual([expect.stringContaining('does not let an AppImage use the sandbox')])
})
