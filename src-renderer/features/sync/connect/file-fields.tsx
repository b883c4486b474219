import { NativeSelect, Radio, Text, TextInput } from '@mantine/core'
import { useQuery } from '../../../client/client-context.tsx'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { text } from '../../../locales/messages.ts'
import type { FieldsProps } from './rest-fields.tsx'
import styles from './connect.module.css'

/** Exports of the provider's website: chosen by hand, or as they appear in a folder. */
export function FileFields({ projectId, draft, missing, refused, onChange }: FieldsProps & { projectId: string }) {
  const folders = useQuery('provider.folders', { projectId }).value?.folders ?? null
  const folder = {
    label: text('connect.folder'),
    value: draft.folder,
    error: missing.includes('folder') ? text('connect.missing.folder') : fieldError(refused('folder')),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ folder: currentTarget.value }),
  }
  return (
    <>
      <Radio.Group
        label={text('connect.files')}
        value={draft.watchesFolder ? 'folder' : 'hand'}
        onChange={(value) => onChange({ watchesFolder: value === 'folder' })}
      >
        <Radio
          mt="xs"
          size="sm"
          value="hand"
          label={text('connect.files.hand')}
          description={text('connect.files.hand.text')}
        />
        <Radio
          mt="sm"
          size="sm"
          value="folder"
          label={text('connect.files.folder')}
          description={text('connect.files.folder.text')}
        />
      </Radio.Group>
      {draft.watchesFolder && folders === null && (
        <TextInput
          {...folder}
          classNames={{ input: styles.code ?? '' }}
          description={text('connect.folder.hint')}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {draft.watchesFolder && folders !== null && (
        <NativeSelect
          {...folder}
          classNames={{ input: styles.code ?? '' }}
          description={text(folders.length === 0 ? 'connect.folder.none' : 'connect.folder.choose')}
          disabled={folders.length === 0}
          data={['', ...folders]}
        />
      )}
      <Text mt={-4} mx={0} mb={0} c="dimmed" fz="xs" lh={1.5}>
        {text('connect.files.orders')}
      </Text>
    </>
  )
}
