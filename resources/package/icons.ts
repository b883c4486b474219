import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

/** The one drawing that every icon is made from. */
const DRAWING = new URL('../icons/icon.svg', import.meta.url)
/** The icons at run time, which the package carries as they are. */
const RUN_TIME_ICONS = new URL('../icons/', import.meta.url)
const WINDOW_PX = 512
const TRAY_PX = 24
/** The height that Apple gives icons of the menu bar is 22 points, with some of it free. */
const MENU_BAR_PX = 18
/** A red badge with an exclamation mark over the lower right. */
const BADGE = `<circle cx="376" cy="376" r="136" fill="#e03131"/>
  <rect x="352" y="288" width="48" height="104" rx="24" fill="#fff"/><circle cx="376" cy="436" r="28" fill="#fff"/>`
/** The card alone, as large as the menu bar shows it. */
const CARD_VIEW_BOX = '72 72 368 368'

/** The sizes of the hicolor icon theme. */
const LINUX_PX = [16, 22, 24, 32, 48, 64, 96, 128, 256, 512]
const WINDOWS_PX = [16, 20, 24, 32, 40, 48, 64, 96, 128, 256]
/** Element types of an ICNS file that hold a PNG, with its width; `ic11` to `ic14` are the doubled ones. */
const MAC_PX = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 } as const
/** Apple's grid leaves about a tenth free on each side (Human Interface Guidelines, *App icons*). */
const MAC_VIEW_BOX = '-62 -62 636 636'

export interface IconFiles {
  linuxFolder: string
  windows: string
  mac: string
}

/** Draws the icons of all three systems into a folder. */
export async function drawIcons(folder: string): Promise<IconFiles> {
  const draw = await openDrawing()
  const files = {
    linuxFolder: join(folder, 'linux'),
    windows: join(folder, 'icon.ico'),
    mac: join(folder, 'icon.icns'),
  }
  await mkdir(files.linuxFolder, { recursive: true })
  for (const px of LINUX_PX) await writeFile(join(files.linuxFolder, `${px}x${px}.png`), draw(px))
  await writeFile(files.windows, icoOf(WINDOWS_PX.map((px) => ({ px, png: draw(px) }))))
  const elements = Object.entries(MAC_PX).map(([type, px]) => ({ type, png: draw(px, MAC_VIEW_BOX) }))
  await writeFile(files.mac, icnsOf(elements))
  return files
}

/** The icons of window, tray and menu bar by file name. */
export async function runTimeIcons(): Promise<ReadonlyMap<string, Buffer>> {
  const draw = await openDrawing()
  const trouble = (svg: string) => svg.replace('</svg>', `${BADGE}</svg>`)
  return new Map([
    ['icon.png', draw(WINDOW_PX)],
    ['tray.png', draw(TRAY_PX)],
    ['tray@2x.png', draw(2 * TRAY_PX)],
    ['tray-trouble.png', draw(TRAY_PX, undefined, trouble)],
    ['tray-trouble@2x.png', draw(2 * TRAY_PX, undefined, trouble)],
    ['trayTemplate.png', draw(MENU_BAR_PX, CARD_VIEW_BOX, silhouette)],
    ['trayTemplate@2x.png', draw(2 * MENU_BAR_PX, CARD_VIEW_BOX, silhouette)],
  ])
}

/** A template image: macOS looks at its opacity alone, and colours it as the menu bar needs. */
function silhouette(svg: string): string {
  const shape = (id: string, fill: string) => {
    const found = new RegExp(`<rect id="${id}"[^>]*/>`).exec(svg)?.[0]
    if (found === undefined) throw new Error(`icon.svg has no shape "${id}"`)
    return found.replace(/fill="[^"]*"/, fill)
  }
  const holes = ['stripe', 'chip'].map((id) => shape(id, 'fill="#000"')).join('')
  return svg.replace(
    /(<svg[^>]*>).*(<\/svg>)/s,
    `$1<mask id="holes"><rect width="512" height="512" fill="#fff"/>${holes}</mask>${shape('card', 'fill="#000" mask="url(#holes)"')}$2`,
  )
}

let ready: Promise<void> | undefined

/** Draws a square of that width; of another part of the plane, or of the drawing changed by `edit`, where given. */
type Draw = (px: number, viewBox?: string, edit?: (svg: string) => string) => Buffer

async function openDrawing(): Promise<Draw> {
  ready ??= readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')).then((code) =>
    initWasm(code),
  )
  await ready
  const svg = await readFile(DRAWING, 'utf8')
  return (px, viewBox, edit = (whole) => whole) => {
    const edited = edit(svg)
    const drawing = viewBox === undefined ? edited : edited.replace(/viewBox="[^"]*"/, `viewBox="${viewBox}"`)
    return Buffer.from(new Resvg(drawing, { fitTo: { mode: 'width', value: px } }).render().asPng())
  }
}

/** An ICO file of PNG images, as Windows reads them since Vista. */
function icoOf(images: readonly { px: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { px, png }] of images.entries()) {
    const at = 6 + 16 * index
    // 0 stands for 256.
    head.writeUInt8(px % 256, at)
    head.writeUInt8(px % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)])
}

function icnsOf(elements: readonly { type: string; png: Buffer }[]): Buffer {
  const parts = elements.flatMap(({ type, png }) => [icnsHead(type, png.length), png])
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([icnsHead('icns', length), ...parts])
}

function icnsHead(type: string, length: number): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(8 + length, 4)
  return head
}

// `npm run icons`: after a change of the drawing.
if (import.meta.main)
  for (const [name, png] of await runTimeIcons()) await writeFile(new URL(name, RUN_TIME_ICONS), png)
