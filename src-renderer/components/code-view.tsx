import { Fragment } from 'react'
import { text } from '../locales/messages.ts'
import { CopyButton } from './copy-button.tsx'
import { jsonPieces } from './json-pieces.ts'
import styles from './code-view.module.css'

interface CodeViewProps {
  code: string
  /** What it is, for a screen reader. */
  label: string
  /** Coloured where it is JSON. */
  json?: boolean
  copy?: string
}

/** A program's text: mono, scrolled by itself, ready to copy. */
export function CodeView({ code, label, json = false, copy }: CodeViewProps) {
  return (
    <div className={styles.box}>
      <pre className={styles.code} tabIndex={0} role="region" aria-label={label}>
        {json ? <Json code={code} /> : code}
      </pre>
      <span className={styles.copy}>
        <CopyButton value={code} label={copy ?? text('copy')} />
      </span>
    </div>
  )
}

function Json({ code }: { code: string }) {
  return jsonPieces(code).map(({ at, kind, text: piece }) => <Fragment key={at}>{kind === 'plain' ? piece : <span className={styles[kind]}>{piece}</span>}</Fragment>)
}
