import Store from 'electron-store'

/** What only the desktop shell needs; everything the service needs is in its own database (decisions, section 1). */
export interface DesktopSettings {
  readWindow(): WindowState | null
  writeWindow(state: WindowState): void
}

/** Where the window stood, in device-independent pixels of the whole desktop. */
export interface WindowState {
  x: number
  y: number
  width: number
  height: number
  maximized: boolean
}

const pixels = { type: 'integer', minimum: -100_000, maximum: 100_000 } as const

export function openSettings(): DesktopSettings {
  const store = new Store<{ window?: WindowState }>({
    // A file that was damaged costs the window's place, never the start.
    clearInvalidConfig: true,
    schema: {
      window: {
        type: 'object',
        properties: { x: pixels, y: pixels, width: pixels, height: pixels, maximized: { type: 'boolean' } },
        required: ['x', 'y', 'width', 'height', 'maximized'],
        additionalProperties: false,
      },
    },
  })
  return {
    readWindow: () => store.get('window') ?? null,
    writeWindow: (state) => store.set('window', state),
  }
}
