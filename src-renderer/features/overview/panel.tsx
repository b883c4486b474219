import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import table from '../../components/table/data-table.module.css'
import { Panel as Framed } from '../../components/screen/panel.tsx'
import styles from './overview.module.css'

interface PanelProps {
  /** For links from the same screen. */
  id?: string
  title: string
  /** At the right of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A panel of the overview; its parts follow without a gap. */
export function Panel({ id, title, aside, children }: PanelProps) {
  return (
    <Framed title={title} beside={aside}>
      <Stack gap={0} flex={1} miw={0} className={styles.body} id={id} tabIndex={id === undefined ? undefined : -1}>
        {children}
      </Stack>
    </Framed>
  )
}

/** Between the panels. */
export const GAP = { base: 'md', md: 'lg' } as const

const SIZES = {
  line: { w: '6rem', h: '0.75rem' },
  figure: { w: '4rem', h: '1.5rem', my: '0.375rem' },
  chart: { w: '100%', h: '11rem' },
  row: { w: '100%', h: '2rem' },
}

/** Placeholders at about the size of the numbers to come. */
export function Skeleton({ rows = 1, size = 'line' }: { rows?: number; size?: keyof typeof SIZES }) {
  return (
    <Stack gap={10} w="100%" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <Box component="span" key={row} className={table.skeleton} {...SIZES[size]} />
      ))}
    </Stack>
  )
}

/** In place of an empty list. */
export function Nothing({ children }: { children: ReactNode }) {
  return (
    <Stack flex={1} gap="md" align="center" justify="center" mih="8rem" p="lg" c="dimmed" fz="sm" ta="center">
      {children}
    </Stack>
  )
}
