import { useHotkeys } from '@mantine/hooks'
import { Guard } from '../../components/feedback/guard.tsx'
import { onDemand, useEverOpen } from '../../on-demand.ts'
import { openGuide, useGuide } from './guide-store.ts'

const GuideDrawer = onDemand(async () => (await import('./guide-drawer.tsx')).GuideDrawer)

/** F1 opens the guide at the page for what is on the screen, a dialog included; the guide itself loads on first use. */
export function GuideHost() {
  const { page, show } = useGuide()
  const isOpen = page !== null
  const everOpen = useEverOpen(isOpen)
  useHotkeys([['F1', () => (isOpen ? show(null) : openGuide())]], [])
  return <Guard overlay={{ open: isOpen, onClose: () => show(null) }}>{everOpen && <GuideDrawer />}</Guard>
}
