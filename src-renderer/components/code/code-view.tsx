import { Fragment } from 'react'
import { text } from '../../locales/messages.ts'
import { CopyButton } from '../button/copy-button.tsx'
import { piecesOf, type CodePiece, type Syntax } from './code-pieces.ts'
import styles from './code-view.module.css'

interface CodeViewProps {
  code: string
  /** What it is, for a screen reader. */
  label: string
  /** Its language; plain without one. */
  syntax?: Syntax
  copy?: string
}

/** A program's text: mono, scrolled by itself, ready to copy. */
export function CodeView({ code, label, syntax, copy }: CodeViewProps) {
  return (
    <div className={styles.box}>
      <pre className={styles.code} tabIndex={0} role="group" aria-label={label}>
        {syntax === undefined ? code : <Coloured pieces={piecesOf(code, syntax)} />}
      </pre>
      <span className={styles.copy}>
        <CopyButton value={code} label={copy ?? text('copy')} />
      </span>
    </div>
  )
}

function Coloured({ pieces }: { pieces: readonly CodePiece[] }) {
  return pieces.map(({ at, kind, text: piece }) => (
    <Fragment key={at}>{kind === 'plain' ? piece : <span className={styles[kind]}>{piece}</span>}</Fragment>
  ))
}
