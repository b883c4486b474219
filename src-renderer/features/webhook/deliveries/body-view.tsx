import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { CodeView } from '../../../components/code/code-view.tsx'
import { prettyJson } from '../../../components/code/pretty-json.ts'
import { text } from '../../../locales/messages.ts'
import styles from './drawer.module.css'

/** A body formatted for reading, or the exact bytes that were sent and signed. */
export function BodyView({ body, label }: { body: string; label: string }) {
  const pretty = prettyJson(body)
  const [raw, setRaw] = useState(false)
  const asSent = raw || pretty === null
  return (
    <Stack gap={6} miw={0}>
      <div className={styles.bodyHeading}>
        <span>{label}</span>
        {pretty !== null && (
          <SegmentedControl
            size="xs"
            aria-label={label}
            data={[
              { value: 'pretty', label: text('body.pretty') },
              { value: 'raw', label: text('body.raw') },
            ]}
            value={raw ? 'raw' : 'pretty'}
            onChange={(value) => setRaw(value === 'raw')}
          />
        )}
      </div>
      <div className={asSent ? styles.asSent : undefined}>
        <CodeView
          {...(asSent ? {} : { syntax: 'json' })}
          code={asSent ? body : (pretty ?? body)}
          label={label}
          copy={text('body.copy')}
        />
      </div>
    </Stack>
  )
}
