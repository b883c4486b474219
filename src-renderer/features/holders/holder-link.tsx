import type { ReactNode } from 'react'
import type { HolderKind } from '../../../src-main/domain/cards/holder.ts'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { text } from '../../locales/messages.ts'
import styles from './holders.module.css'

interface HolderLinkProps {
  kind: HolderKind
  name: string
  /** What is shown; by default the name. */
  children?: ReactNode
}

/** A name or a plate that leads to the page of its driver or vehicle. */
export function HolderLink({ kind, name, children = name }: HolderLinkProps) {
  return (
    <PlaceLink
      screen={kind}
      params={{ name }}
      className={styles.link}
      label={text(kind === 'driver' ? 'holder.open.driver' : 'holder.open.vehicle', { name })}
    >
      {children}
    </PlaceLink>
  )
}

/** The icon `arrowRight` in one stroke and drawn once: a page of cards has a hundred. */
const ARROW = (
  <svg width="0.875rem" height="0.875rem" viewBox="0 0 24 24" aria-hidden="true" className={styles.arrow}>
    <path d="M5 12h14M13 18l6-6M13 6l6 6" />
  </svg>
)

/** The same as a mark beside a name in a row that is itself to be clicked; seen while the pointer is on the row. */
export function HolderMark({ kind, name }: Omit<HolderLinkProps, 'children'>) {
  const label = text(kind === 'driver' ? 'holder.open.driver' : 'holder.open.vehicle', { name })
  return (
    <PlaceLink screen={kind} params={{ name }} className={styles.mark} label={label} inRow>
      {ARROW}
    </PlaceLink>
  )
}
