import type { ReactNode } from 'react'
import type { Params, ScreenName } from '../../place.ts'
import { PlaceLink } from '../text/place-link.tsx'
import styles from './button-link.module.css'

interface ButtonLinkProps {
  screen: ScreenName
  params?: Params
  /** Beside a line of text. */
  small?: boolean
  children: ReactNode
}

/** A way to another screen that looks like the step to take next. */
export function ButtonLink({ screen, params = {}, small = false, children }: ButtonLinkProps) {
  return (
    <PlaceLink screen={screen} params={params} className={small ? `${styles.button} ${styles.small}` : styles.button}>
      {children}
    </PlaceLink>
  )
}
