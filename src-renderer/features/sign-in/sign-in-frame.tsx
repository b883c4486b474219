import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { SignInLanguage } from './sign-in-language.tsx'
import styles from './signed-out-screen.module.css'

/** The page around everything that somebody sees who is not signed in. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page} data-environment="sandbox">
      <div className={styles.panel}>
        <Group justify="space-between" wrap="nowrap">
          <span className={styles.name}>
            <Icon name="cards" /> {text('app.name')}
          </span>
          <SignInLanguage />
        </Group>
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </main>
  )
}
