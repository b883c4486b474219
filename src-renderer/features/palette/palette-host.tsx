import { useHotkeys } from '@mantine/hooks'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { Guard } from '../../components/feedback/guard.tsx'
import { isFreeToGo } from '../../layers.ts'
import { onDemand, useEverOpen } from '../../on-demand.ts'

const Palette = onDemand(async () => (await import('./palette.tsx')).Palette)

/** Ctrl+K or Cmd+K on every screen; the palette itself loads on first use. */
export function PaletteHost(place: ProjectScope) {
  const open = useAppStore((state) => state.paletteOpen)
  const show = useAppStore((state) => state.showPalette)
  const everOpen = useEverOpen(open)
  // Opens over a card, too, but not over a dialog that waits for an answer.
  useHotkeys([['mod+K', () => (open || isFreeToGo()) && show(!open)]], [])
  return <Guard overlay={{ open, onClose: () => show(false) }}>{everOpen && <Palette {...place} />}</Guard>
}
