import type { ReactNode } from 'react'
import type { Params, ScreenName } from '../../place.ts'
import { PlaceLink } from '../text/place-link.tsx'
import styles from './button-link.module.css'

interface ButtonLinkProps {
  screen: ScreenName
  params?: Params
  /** Small, for use in a line of text. */
  small?: boolean
  children: ReactNode
}

/** A link to another screen that looks like a button. */
export function ButtonLink({ screen, params = {}, small = false, children }: ButtonLinkProps) {
  return (
    <PlaceLink screen={screen} params={params} className={small ? `${styles.button} ${styles.small}` : styles.button}>
      {children}
    </PlaceLink>
  )
}
