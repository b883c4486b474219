import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { Guard } from '../../components/feedback/guard.tsx'
import { isFreeToGo } from '../../layers.ts'
import { onDemand } from '../../on-demand.ts'

const Palette = onDemand(async () => (await import('./palette.tsx')).Palette)

/** Ctrl or Cmd and K, wherever one is; the palette itself comes when it is first asked for. */
export function PaletteHost(place: { projectId: string; environment: EnvironmentName }) {
  const open = useAppStore((state) => state.paletteOpen)
  const show = useAppStore((state) => state.showPalette)
  const [everOpen, setEverOpen] = useState(open)
  if (open && !everOpen) setEverOpen(true)
  // It lies over a card as well, and leads away from it; not over a question that waits for its answer.
  useHotkeys([['mod+K', () => (open || isFreeToGo()) && show(!open)]], [])
  return <Guard overlay={{ open, onClose: () => show(false) }}>{everOpen && <Palette {...place} />}</Guard>
}
