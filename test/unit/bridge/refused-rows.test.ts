import { expect, onTestFinished, test } from 'vitest'
import { COMMAND_LINE, openTestBridge, type TestBridge } from '../../support/bridge.ts'
import { jsonAnswer, startBrokenGateway } from '../../support/portal/broken-gateway.ts'
import { listedCards, startTestPortal } from '../../support/portal/portal.ts'

const HEADER = 'Page,Row or line,Card number,Provider card id,Code,Reason'
const DRIVER = 'Ada Lovelace'

async function openedFleet(): Promise<{ bridge: TestBridge; projectId: string }> {
  const bridge = await openTestBridge()
  onTestFinished(() => bridge.close())
  return { bridge, projectId: (await bridge.fleet(0)).projectId }
}

/** The lines of the file in which a run's refused rows are saved. */
async function savedRows(
  bridge: TestBridge,
  projectId: string,
  runId: string,
): Promise<{ rows: number; name: string; lines: string[] }> {
  const { downloadId, rows, name } = await bridge.call('sync.download', { projectId, runId })
  const { data } = await bridge.call('downloads.read', { downloadId, offset: 0 })
  return {
    rows,
    name,
    lines: Buffer.from(data, 'base64')
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n'),
  }
}

async function imported(bridge: TestBridge, projectId: string, text: string, map?: string): Promise<string> {
  const bytes = Buffer.from(text)
  const { uploadId } = await bridge.call('uploads.begin', { name: 'export.csv', sizeBytes: bytes.length })
  await bridge.call('uploads.append', { uploadId, offset: 0, data: bytes.toString('base64') })
  const { runId } = await bridge.call('imports.run', {
    projectId,
    environment: 'production',
    uploadId,
    map,
    apply: true,
  })
  return runId ?? ''
}

test('the rows that a pull refused are stored by card and place, for each run separately', async () => {
  const { bridge, projectId } = await openedFleet()
  const portal = await startTestPortal({ cards: 20 })
  const cards = await listedCards(portal)
  const [, , third] = cards
  const changed = [
    { ...cards[0], cardNumber: DRIVER },
    cards[1],
    { ...third, expirationDate: 'soon' },
    { ...cards[3], providerCardId: '=cmd|calc' },
    // It is readable, and refused only when compared with the cards here.
    { ...cards[4], cardNumber: cards[1]?.cardNumber },
  ]
  // Every row of the first list is valid, so that a row of the next can contradict one.
  let pages: unknown[][] = [cards.slice(0, 5)]
  const address = await startBrokenGateway(portal, (request, pass) => {
    if (!request.path.startsWith('/cards')) return pass(request)
    const page = Number(new URL(request.path, 'http://x').searchParams.get('cursor') ?? 0)
    return Promise.resolve(
      jsonAnswer(200, {
        cards: pages[page],
        nextCursor: page + 1 < pages.length ? String(page + 1) : null,
        complete: true,
      }),
    )
  })
  await bridge.call('provider.set', {
    projectId,
    connection: { adapter: 'rest', baseUrl: address, auth: { type: 'bearer', token: portal.staticToken } },
    schedule: { enabled: false },
  })
  const pull = async () => {
    const { id: runId } = await bridge.call('sync.now', { projectId, full: true })
    return bridge.call('sync.wait', { projectId, runId }, COMMAND_LINE)
  }
  expect(await pull()).toMatchObject({ state: 'completed', failed: 0, refusedKept: 0 })
  pages = [changed, [{ ...cards[5], status: DRIVER }]]
  const run = await pull()
  expect(run).toMatchObject({ state: 'completed', failed: 5, refusedKept: 5 })

  const saved = await savedRows(bridge, projectId, run.id)
  expect(saved).toMatchObject({ rows: 5, name: expect.stringMatching(/^refused-rows-\d{4}-\d\d-\d\d\.csv$/) as string })
  expect(saved.lines).toEqual([
    HEADER,
    `1,1,,${cards[0]?.providerCardId},not_readable,Not readable: cardNumber.`,
    `1,3,${third?.cardNumber},${third?.providerCardId},not_readable,Not readable: expirationDate is not a date.`,
    `1,4,${cards[3]?.cardNumber},'=cmd|calc,number_has_another_id,The number ${cards[3]?.cardNumber} belongs to the card with the provider's id ${cards[3]?.providerCardId}.`,
    `1,5,${cards[1]?.cardNumber},${cards[4]?.providerCardId},two_cards,The provider's id ${cards[4]?.providerCardId} and the number ${cards[1]?.cardNumber} belong to two different cards.`,
    `2,1,${cards[5]?.cardNumber},${cards[5]?.providerCardId},not_readable,Not readable: status.`,
  ])
  expect(await bridge.call('sync.refused', { projectId, runId: run.id }, COMMAND_LINE)).toMatchObject({
    refused: 5,
    rows: { length: 5 },
  })
  expect(JSON.stringify([run, saved])).not.toContain(DRIVER)

  pages = [[cards[0], { ...cards[1], cardNumber: 'none' }]]
  const next = await pull()
  expect((await savedRows(bridge, projectId, next.id)).lines).toEqual([
    HEADER,
    `1,2,,${cards[1]?.providerCardId},not_readable,Not readable: cardNumber.`,
  ])
  expect((await savedRows(bridge, projectId, run.id)).rows).toBe(5)
  expect(
    await bridge.errorOf('sync.download', { projectId: (await bridge.fleet(0, 'Elsewhere')).projectId, runId: run.id }),
  ).toMatchObject({ code: 'error.job_not_found' })
})

test('the rows that an import refused are stored with their lines, and quote nothing that may be a name', async () => {
  const { bridge, projectId } = await openedFleet()
  const text = `Number;State;Id\n782521009000153701;active;A-1\n7825 21** 0153;active;A-2\n${DRIVER};active;A-3\n782521009000153702;${DRIVER};A-4\n782521009000153701;new;\n`
  const runId = await imported(bridge, projectId, text, 'cardNumber=Number,status=State,providerCardId=Id')
  const { lines } = await savedRows(bridge, projectId, runId)
  expect(lines).toEqual([
    HEADER,
    ',3,7825 21** 0153,A-2,card_number_masked,"The card number ""7825 21** 0153"" is masked; the file must hold all its digits."',
    ',4,,A-3,card_number_form,"The card number ""…"" must consist of 4 to 20 digits."',
    ',5,782521009000153702,A-4,status_unknown,"The status ""…"" is not known; use new, active or inactive."',
    ',6,782521009000153701,,card_repeated,The card 782521009000153701 is in this file more than once.',
  ])
  const { docs } = await bridge.call('sync.runs', { projectId })
  expect(docs).toMatchObject([
    {
      id: runId,
      kind: 'import',
      failed: 4,
      refusedKept: 4,
      error: expect.stringMatching(
        /^4 rows were refused\. A-2 \(line 3\): .* A-3 \(line 4\): .* Card 782521009000153701 \(line 6\)/,
      ) as string,
    },
  ])
  expect(JSON.stringify(docs)).not.toContain(DRIVER)
})

test('of thousands of refused rows the first thousand are stored, and all are counted', async () => {
  const { bridge, projectId } = await openedFleet()
  const runId = await imported(
    bridge,
    projectId,
    `Card number;Status\n${Array.from({ length: 2_300 }, (_, index) => `${index % 1_000};new\n`).join('')}`,
  )
  const { rows, lines } = await savedRows(bridge, projectId, runId)
  expect(rows).toBe(1_000)
  expect(lines[1_000]).toMatch(/^,1001,999,/)
  expect(await bridge.call('sync.refused', { projectId, runId })).toMatchObject({
    refused: 2_300,
    rows: { length: 1_000 },
  })
})
