import { Box, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './settings.module.css'

interface SettingsGroupProps {
  title: string
  /** What it is for, in a sentence or two. */
  lead?: string
  children: ReactNode
}

/** A framed group of settings. */
export function SettingsGroup({ title, lead, children }: SettingsGroupProps) {
  return (
    <Paper component="section" withBorder radius="lg" style={{ overflow: 'hidden' }} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {lead !== undefined && (
          <Text mt={2} c="dimmed" fz="sm" lh={1.5}>
            {lead}
          </Text>
        )}
      </div>
      {children}
    </Paper>
  )
}

interface RowProps {
  label: string
  hint?: ReactNode
  /** The ID of the labelled control. */
  htmlFor?: string
  children: ReactNode
}

/** One setting: what it is at the left, its control at the right. */
export function Row({ label, hint, htmlFor, children }: RowProps) {
  return (
    <div className={styles.row}>
      <Stack gap={1} flex="1 1 14rem" miw={0}>
        {htmlFor === undefined ? (
          <Box component="span" fz="sm" fw={500}>
            {label}
          </Box>
        ) : (
          <Box component="label" fz="sm" fw={500} htmlFor={htmlFor}>
            {label}
          </Box>
        )}
        {hint !== undefined && (
          <Text component="span" c="dimmed" fz="xs" lh={1.45}>
            {hint}
          </Text>
        )}
      </Stack>
      <div className={styles.control}>{children}</div>
    </div>
  )
}

/** The foot of a group, with its actions. */
export function Foot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
