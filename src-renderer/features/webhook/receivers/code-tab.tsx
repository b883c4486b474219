import { Paper, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import { ScreenBody } from '../../../components/screen/screen-body.tsx'
import { SmallTable } from '../../../components/table/small-table.tsx'
import { CodeView } from '../../../components/code/code-view.tsx'
import '../../../locales/later-words.ts'
import { text } from '../../../locales/messages.ts'
import { RECEIVERS } from './receivers.ts'
import styles from './receivers.module.css'

const FACTS = ['headers', 'signed', 'key', 'signature'] as const

/** How a receiver recognises genuine deliveries: what is signed and how, with sample programs that verify it. */
export function CodeTab() {
  const [chosen, setChosen] = useState<string>(RECEIVERS[0].id)
  const receiver = RECEIVERS.find(({ id }) => id === chosen) ?? RECEIVERS[0]
  return (
    <ScreenBody pt="lg">
      <Text maw="46rem" c="dimmed" fz="sm" lh={1.55}>
        {text('receivers.text')}
      </Text>
      <SmallTable
        className={styles.schemes}
        label={text('receivers.schemes')}
        head={[null, 'Standard Webhooks 1.0', 'X-Webhook-Signature']}
      >
        {FACTS.map((fact) => (
          <tr key={fact}>
            <th scope="row">{text(`receivers.${fact}`)}</th>
            <td>{fact === 'key' ? text('receivers.key.standard') : <code>{SCHEMES[fact].standard}</code>}</td>
            <td>{fact === 'key' ? text('receivers.key.hex') : <code>{SCHEMES[fact].hex}</code>}</td>
          </tr>
        ))}
      </SmallTable>
      <Paper withBorder radius="lg" className={styles.example}>
        <Tabs value={receiver.id} onChange={(id) => setChosen(id ?? receiver.id)}>
          <Tabs.List aria-label={text('request.language')}>
            {RECEIVERS.map(({ id, name }) => (
              <Tabs.Tab key={id} value={id}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={receiver.id}>
            <CodeView syntax={receiver.syntax} code={receiver.code} label={receiver.name} />
          </Tabs.Panel>
        </Tabs>
      </Paper>
      <Text maw="46rem" c="dimmed" fz="sm" lh={1.55}>
        {text('receivers.secret', { variable: 'FUELCARD_WEBHOOK_SECRET' })}
      </Text>
    </ScreenBody>
  )
}

const SCHEMES = {
  headers: { standard: 'webhook-id, webhook-timestamp, webhook-signature', hex: 'X-Webhook-Signature: t=…,v1=…' },
  signed: { standard: '{id}.{timestamp}.{body}', hex: '{t}.{body}' },
  signature: { standard: 'v1,<base64 HMAC-SHA256>', hex: 'v1=<hex HMAC-SHA256>' },
} as const
