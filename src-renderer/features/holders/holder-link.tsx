import type { ReactNode } from 'react'
import type { HolderKind } from '../../../src-main/domain/cards/holder.ts'
import { Icon } from '../../components/icon.tsx'
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

/** The same as a mark beside a name in a row that is itself to be clicked; seen while the pointer is on the row. */
export function HolderMark({ kind, name }: Omit<HolderLinkProps, 'children'>) {
  const label = text(kind === 'driver' ? 'holder.open.driver' : 'holder.open.vehicle', { name })
  return (
    <PlaceLink screen={kind} params={{ name }} className={styles.mark} label={label} inRow>
      <Icon name="arrowRight" size={14} />
    </PlaceLink>
  )
}
