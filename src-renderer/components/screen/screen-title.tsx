import { Box, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './screen-title.module.css'

/** A screen's heading: title, count, and its actions at the right. */
export function ScreenTitle({ title, count, children }: { title: string; count?: ReactNode; children?: ReactNode }) {
  return (
    <Group gap="4px 12px" pt="md" px="xl" pb={0} mih="3.625rem">
      <Group gap="0 12px" flex="1 1 auto" maw="100%">
        <Title order={1}>{title}</Title>
        {count !== undefined && (
          <Box component="span" pt={3} c="dimmed" fz="sm" role="status">
            {count}
          </Box>
        )}
      </Group>
      {/* Beneath the title where both have no room in a line: no button is cut. */}
      {children !== undefined && (
        <Group gap="8px 12px" className={styles.actions}>
          {children}
        </Group>
      )}
    </Group>
  )
}
