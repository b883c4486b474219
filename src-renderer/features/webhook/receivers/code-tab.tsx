import { Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import { CodeView } from '../../../components/code/code-view.tsx'
import { text } from '../../../locales/messages.ts'
import { RECEIVERS } from './receivers.ts'
import styles from './receivers.module.css'

const FACTS = ['headers', 'signed', 'key', 'signature'] as const

/** How a receiver knows a genuine delivery: what is signed and how, and programs that check it. */
export function CodeTab() {
  const [chosen, setChosen] = useState<string>(RECEIVERS[0].id)
  const receiver = RECEIVERS.find(({ id }) => id === chosen) ?? RECEIVERS[0]
  return (
    <div className={styles.screen}>
      <Text maw="46rem" c="dimmed" fz="sm" lh={1.55}>
        {text('receivers.text')}
      </Text>
      <div className={styles.schemes} role="region" aria-label={text('receivers.schemes')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">Standard Webhooks 1.0</th>
              <th scope="col">X-Webhook-Signature</th>
            </tr>
          </thead>
          <tbody>
            {FACTS.map((fact) => (
              <tr key={fact}>
                <th scope="row">{text(`receivers.${fact}`)}</th>
                <td>{fact === 'key' ? text('receivers.key.standard') : <code>{SCHEMES[fact].standard}</code>}</td>
                <td>{fact === 'key' ? text('receivers.key.hex') : <code>{SCHEMES[fact].hex}</code>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Tabs className={styles.example} value={receiver.id} onChange={(id) => setChosen(id ?? receiver.id)}>
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
      <Text maw="46rem" c="dimmed" fz="sm" lh={1.55}>
        {text('receivers.secret', { variable: 'FUELCARD_WEBHOOK_SECRET' })}
      </Text>
    </div>
  )
}

const SCHEMES = {
  headers: { standard: 'webhook-id, webhook-timestamp, webhook-signature', hex: 'X-Webhook-Signature: t=…,v1=…' },
  signed: { standard: '{id}.{timestamp}.{body}', hex: '{t}.{body}' },
  signature: { standard: 'v1,<base64 HMAC-SHA256>', hex: 'v1=<hex HMAC-SHA256>' },
} as const
