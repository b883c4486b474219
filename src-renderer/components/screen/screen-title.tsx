import { Box, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A screen's heading: title, count, and its actions at the right. */
export function ScreenTitle({ title, count, children }: { title: string; count?: ReactNode; children?: ReactNode }) {
  return (
    <Group wrap="nowrap" pt="md" px="xl" pb={0} mih="3.625rem">
      <Title order={1}>{title}</Title>
      {count !== undefined && (
        <Box component="span" pt={3} c="dimmed" fz="sm" role="status">
          {count}
        </Box>
      )}
      <Box component="span" flex={1} />
      {children}
    </Group>
  )
}
