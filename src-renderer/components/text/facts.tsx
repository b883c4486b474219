import { Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Names and values, one under the other. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Flex component="dl" direction="column" m={0} fz="sm">
      {children}
    </Flex>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
