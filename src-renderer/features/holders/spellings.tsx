import type { Holder, HolderFacts, UsedName } from '../../../src-main/domain/cards/holder.ts'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { plural, text } from '../../locales/messages.ts'
import { HolderLink } from './holder-link.tsx'
import styles from './holders.module.css'

/** How the name is written elsewhere. What is spelled differently is only suggested: it may be somebody else. */
export function Spellings({ holder, facts }: { holder: Holder; facts: HolderFacts }) {
  const others = facts.written.filter(({ name }) => name !== facts.name)
  return (
    <>
      {others.length > 0 && (
        <div className={styles.spellings}>
          <span className={styles.dim}>{text('holder.written')}</span>
          {others.map((used) => (
            <span key={used.name}>{countOf(used)}</span>
          ))}
        </div>
      )}
      {facts.similar.length > 0 && (
        <div className={styles.spellings}>
          <span className={styles.dim}>{text('holder.similar')}</span>
          {facts.similar.map((used) => (
            <HolderLink key={used.name} kind={holder.kind} name={used.name}>
              {countOf(used)}
            </HolderLink>
          ))}
          <PlaceLink screen="cards" params={{ driver: facts.name }} className={styles.link}>
            {text('holder.similar.list')}
          </PlaceLink>
        </div>
      )}
    </>
  )
}

function countOf({ name, cards }: UsedName): string {
  return `${name} (${plural('cards.count', cards)})`
}
