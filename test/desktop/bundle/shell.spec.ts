import { valueOf } from './support/calls.ts'
import { expect, showCards, test, type Desk } from './support/test.ts'

test.use({ file: import.meta.filename })

const PORT = '--port=0'
const heading = async (desk: Desk, name: string) =>
  expect((await desk.page()).getByRole('heading', { name, level: 1 })).toBeVisible()
const isVisible = (desk: Desk) => desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())

/** Clicks an item of the application's menu, or of the tray's. */
const click = (desk: Desk, id: string) =>
  desk.evaluate(({ seen }, wanted) => {
    const items = [...seen.menu, ...(seen.tray?.menu ?? [])].flatMap((item) => [
      item,
      ...(Array.isArray(item.submenu) ? item.submenu : []),
    ])
    const item = items.find(({ id }) => id === wanted)
    if (item?.click === undefined) throw new Error(`There is no item ${wanted}`)
    ;(item.click as () => void)()
  }, id)

test('the menu has an accelerator for each screen and leads there', async ({ desk }) => {
  const page = await desk.page()
  await showCards(page)
  const labels = await desk.evaluate(({ seen }) => seen.menu.map(({ label }) => label))
  expect(labels).toEqual(
    process.platform === 'darwin'
      ? ['Fuelcard Desk', 'File', 'Edit', 'Go', 'View', 'Window', 'Help']
      : ['File', 'Edit', 'Go', 'View', 'Help'],
  )
  expect(
    await desk.evaluate(({ seen }) => {
      const go = seen.menu.find(({ id }) => id === 'go')?.submenu
      return Array.isArray(go) ? go.map(({ accelerator }) => accelerator) : []
    }),
  ).toEqual(['CmdOrCtrl+1', 'CmdOrCtrl+2', 'CmdOrCtrl+3', 'CmdOrCtrl+4', 'CmdOrCtrl+5', 'CmdOrCtrl+6'])
  await click(desk, 'go-activity')
  await heading(desk, 'Activity')
  await click(desk, 'go-cards')
  await heading(desk, 'Cards')
  await click(desk, 'data-folder')
  expect(await desk.evaluate(({ seen }) => seen.openedPaths)).toEqual([desk.dataDir])
  await click(desk, 'reference')
  const { baseUrl } = await valueOf(page, 'service.info', {})
  expect(await desk.evaluate(({ seen }) => seen.opened)).toEqual([`${baseUrl}/docs`])
})

test('the palette leads to the settings of the desktop app', async ({ desk }) => {
  const page = await desk.page()
  await showCards(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('settings desktop')
  await page.getByRole('option', { name: 'Settings: Desktop app' }).click()
  await heading(desk, 'Settings')
  await expect(page.getByRole('link', { name: 'Desktop app' })).toHaveAttribute('aria-current', 'page')
})

test('the tray tells how things stand and opens the window', async ({ desk }) => {
  const page = await desk.page()
  const { api } = await valueOf(page, 'service.info', {})
  expect(await desk.evaluate(({ seen }) => seen.tray?.menu.map(({ label, type }) => label ?? type))).toEqual([
    'Open Fuelcard Desk',
    'separator',
    'Nothing to sync',
    `API at 127.0.0.1:${api.port}`,
    'separator',
    'Quit Fuelcard Desk',
  ])
  expect(await desk.evaluate(({ seen }) => seen.tray?.tooltip)).toBe(
    `Fuelcard Desk\nNothing to sync\nAPI at 127.0.0.1:${api.port}`,
  )
  await desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  await click(desk, 'open')
  expect(await desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())).toBe(false)
})

test('a second start brings the first to the front, and its link leads there', async ({ desk, start }) => {
  await desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  await showCards(await desk.page())
  const second = start({ home: desk.home, isSecond: true })
  expect(await second.ended).toBe(0)
  await desk.emit('second-instance', ['electron', '.', 'fuelcard-desk://open/sandbox/activity?log=x'])
  // This one says more than a link may.
  await heading(desk, 'Cards')
  expect(await desk.evaluate(({ seen }) => seen.log.slice(-2))).toEqual(['window shown', 'window focused'])
  await desk.emit('second-instance', ['electron', '.', 'fuelcard-desk://open/sandbox/activity'])
  await heading(desk, 'Activity')
  await desk.emit('open-url', 'fuelcard-desk://open/sandbox/cards?status=active')
  await heading(desk, 'Cards')
  await expect((await desk.page()).getByRole('button', { name: 'Remove the filter Status' })).toBeVisible()
})

test('a link never acts: what is not a plain place is ignored', async ({ desk }) => {
  const page = await desk.page()
  await desk.emit('open-url', 'fuelcard-desk://open/sandbox/cards')
  await heading(desk, 'Cards')
  const address = page.url()
  for (const link of [
    'fuelcard-desk://open/sandbox/access?do=create',
    'fuelcard-desk://evil/sandbox/access',
    'fuelcard-desk://open/sandbox/access#x',
    'fuelcard-desk://open/../sandbox/access/more',
    'fuelcard-desk://open/sandbox/access?search=%3Cb%3E',
    `fuelcard-desk://open/sandbox/access?search=${'x'.repeat(600)}`,
  ]) {
    await desk.emit('open-url', link)
  }
  // The next real one arrives, so the others would have too.
  await desk.emit('open-url', 'fuelcard-desk://open/sandbox/activity')
  await heading(desk, 'Activity')
  await page.goBack()
  expect(page.url()).toBe(address)
})

test('closing hides the window behind the tray, and says so once', async ({ start }) => {
  const desk = start({ words: [PORT] })
  await showCards(await desk.page())
  const close = () => desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  const told = () =>
    desk.evaluate(({ seen }) => seen.asked.filter(({ message }) => message === 'Fuelcard Desk keeps running').length)
  await close()
  await expect.poll(() => isVisible(desk)).toBe(false)
  await click(desk, 'open')
  await close()
  await expect.poll(() => isVisible(desk)).toBe(false)
  expect(await told()).toBe(1)
  // As the person has it: then closing is the end.
  await click(desk, 'open')
  expect(await valueOf(await desk.page(), 'desktop.update', { closeToTray: false })).toMatchObject({
    desktop: { closeToTray: false },
  })
  close().catch(() => {})
  expect(await desk.ended).toBe(0)
})

test('without a tray closing asks, and then quits', async ({ start }) => {
  const desk = start({ words: [PORT], hasTray: false })
  const page = await desk.page()
  expect(await valueOf(page, 'desktop.get', {})).toMatchObject({ desktop: { closeToTray: null } })
  const close = () => desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await close()
  await expect.poll(() => desk.evaluate(({ seen }) => seen.asked.at(-1)?.message)).toBe('Quit Fuelcard Desk?')
  expect(await isVisible(desk)).toBe(true)
  await desk.evaluate(({ seen }) => seen.answers.push(0))
  close().catch(() => {})
  expect(await desk.ended).toBe(0)
})

test('a window that crashed offers to load again', async ({ start }) => {
  const desk = start({ words: [PORT] })
  const page = await desk.page()
  await showCards(page)
  await desk.evaluate(({ BrowserWindow, seen }) => {
    seen.answers.push(0)
    BrowserWindow.getAllWindows()[0]?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 })
  })
  await expect
    .poll(() => desk.evaluate(({ seen }) => seen.asked.at(-1)?.message))
    .toBe('The window has stopped working')
  await page.waitForLoadState()
  await showCards(page)
})

test('the shell speaks the language of the system', async ({ start }) => {
  const desk = start({ words: [PORT], languages: ['nl-BE', 'en'] })
  await desk.page()
  expect(await desk.evaluate(({ seen }) => seen.menu.map(({ label }) => label))).toEqual(
    expect.arrayContaining(['Bestand', 'Bewerken', 'Ga naar', 'Weergave', 'Help']),
  )
})
