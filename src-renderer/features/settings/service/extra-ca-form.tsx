import { Button, FileButton, Group, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Permitted } from '../../../components/button/permitted.tsx'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { plural, text } from '../../../locales/messages.ts'
import { FixedNote } from '../fixed-note.tsx'
import { Foot, SettingsGroup } from '../settings-group.tsx'
import { useSave } from '../use-save.ts'
import styles from '../settings.module.css'

/** Certificates of a company's own authority, trusted in addition to the system's: pasted or read from a file. */
export function ExtraCaForm({ certificates, isFixed }: { certificates: string; isFixed: boolean }) {
  const [typed, setTyped] = useState<string | null>(null)
  const save = useSave(() => setTyped(null))
  const change = (value: string) => {
    setTyped(value)
    save.clear()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== null) save.run({ extraCa: typed })
  }
  const read = async (file: File | null) => {
    if (file !== null) change(await file.text())
  }
  const value = typed ?? certificates
  const count = value.split('-----BEGIN CERTIFICATE-----').length - 1
  return (
    <form onSubmit={submit}>
      <SettingsGroup title={text('settings.ca')} lead={text('settings.ca.lead')}>
        <div className={styles.wide}>
          <Textarea
            aria-label={text('settings.ca')}
            classNames={{ input: styles.mono ?? '' }}
            placeholder={'-----BEGIN CERTIFICATE-----'}
            rows={5}
            value={value}
            error={fieldError(fieldWords(save.error, 'extraCa'))}
            disabled={isFixed}
            spellCheck={false}
            onChange={(event) => change(event.currentTarget.value)}
          />
        </div>
        <Foot>
          {isFixed ? (
            <FixedNote />
          ) : (
            <Text component="span" c="dimmed" fz="xs" lh={1.45}>
              {count === 0 ? text('settings.ca.none') : plural('settings.ca.count', count)}
            </Text>
          )}
          {!isFixed && (
            <Group gap="sm">
              <FileButton
                accept=".pem,.crt,.cer,application/x-pem-file"
                inputProps={{ 'aria-label': text('settings.ca.file') }}
                onChange={(file) => void read(file)}
              >
                {(file) => (
                  <Button {...file} variant="default" leftSection={<Icon name="import" size={16} />}>
                    {text('settings.ca.file')}
                  </Button>
                )}
              </FileButton>
              <Permitted call="settings.update">
                <Button type="submit" disabled={typed === null || typed === certificates} loading={save.busy}>
                  {text('save')}
                </Button>
              </Permitted>
            </Group>
          )}
          <Problem words={restWords(save.error, ['extraCa'])} />
        </Foot>
      </SettingsGroup>
    </form>
  )
}
