import { Paper, Tabs } from '@mantine/core'
import { CodeView } from '../../components/code/code-view.tsx'
import { text } from '../../locales/messages.ts'
import { REQUEST_LANGUAGES, requestIn } from './request-text.ts'
import styles from './access.module.css'

interface RequestExampleProps {
  baseUrl: string
  projectId: string
  /** Null uses the environment variable. */
  apiKey: string | null
}

/** The first request in three languages. */
export function RequestExample(request: RequestExampleProps) {
  return (
    <Paper withBorder radius="lg" className={styles.example}>
      <Tabs defaultValue="curl">
        <Tabs.List aria-label={text('request.language')}>
          {REQUEST_LANGUAGES.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {LANGUAGE_NAMES[language]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {REQUEST_LANGUAGES.map((language) => {
          const code = requestIn(language, request)
          return (
            <Tabs.Panel key={language} value={language}>
              <CodeView code={code} label={LANGUAGE_NAMES[language]} />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Paper>
  )
}

const LANGUAGE_NAMES = { curl: 'curl', node: 'Node', python: 'Python' }
