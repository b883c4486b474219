import { Flex, type FlexProps } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './screen-body.module.css'

/** The part of a screen that scrolls by itself; in a low window the page scrolls instead. */
export function ScreenBody({ className, ...props }: FlexProps & { 'aria-busy'?: boolean; children: ReactNode }) {
  return (
    <Flex
      direction="column"
      gap="lg"
      {...props}
      className={className === undefined ? styles.body : `${styles.body} ${className}`}
    />
  )
}
