import { Box, Group, Tabs } from '@mantine/core'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { CodeView } from '../../../components/code/code-view.tsx'
import { prettyJson } from '../../../components/code/pretty-json.ts'
import { StatusCode } from '../../../components/badge/status-code.tsx'
import { formatBytes, formatMilliseconds, text } from '../../../locales/messages.ts'
import styles from './console.module.css'

/** The API's response: status, time and size, then body and headers. */
export function ResponseView({ response, busy }: { response: CallOutput<'console.run'>; busy: boolean }) {
  const { status, durationMs, body, headers } = response
  const pretty = prettyJson(body)
  return (
    <Box component="section" className={styles.response} opacity={busy ? 0.5 : 1} aria-label={text('console.answer')}>
      <Group gap="lg" pt="md" px="lg" pb="xs" c="dimmed" fz="sm" role="status">
        <StatusCode status={status} />
        <span>{formatMilliseconds(durationMs)}</span>
        <span>{formatBytes(new Blob([body]).size)}</span>
      </Group>
      <Tabs defaultValue="body">
        <Tabs.List aria-label={text('console.answer')}>
          <Tabs.Tab value="body">{text('console.answer.body')}</Tabs.Tab>
          <Tabs.Tab value="headers">{text('console.answer.headers', { count: headers.length })}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="body" pt="md" px="lg" pb="lg" className={styles.text}>
          {body === '' ? (
            <Box component="p" m={0} c="dimmed" fz="sm">
              {text('console.answer.empty')}
            </Box>
          ) : (
            <CodeView
              code={pretty ?? body}
              {...(pretty === null ? {} : { syntax: 'json' })}
              label={text('console.answer.body')}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="headers" pt="md" px="lg" pb="lg" className={styles.text}>
          <CodeView
            code={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
            label={text('console.answer.headers', { count: headers.length })}
          />
        </Tabs.Panel>
      </Tabs>
    </Box>
  )
}
