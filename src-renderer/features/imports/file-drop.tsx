import { ActionIcon, Button, Group, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { Icon } from '../../components/icon.tsx'
import { formatBytes, text } from '../../locales/messages.ts'
import type { UploadState } from './use-upload.ts'
import styles from './imports.module.css'

interface FileDropProps {
  upload: UploadState
  /** What kind of file is meant. */
  hint: string
  onChoose: (file: File | null) => void
  /** While the file is in use, no other can be chosen. */
  locked: boolean
  /** Opens the file chooser with the dialog. */
  opensItself?: boolean
}

/** Where a file is dropped or chosen; then its name, size and upload progress. */
export function FileDrop({
  upload: { file, uploadId, share, problem },
  hint,
  onChoose,
  locked,
  opensItself = false,
}: FileDropProps) {
  const field = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  useEffect(() => {
    // After a click or key the file is asked for at once; a link only shows the dialog.
    if (opensItself && navigator.userActivation.isActive) field.current?.click()
  }, [opensItself])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped !== undefined) onChoose(dropped)
  }
  const input = (
    <input
      ref={field}
      hidden
      type="file"
      accept=".csv,.txt,.xlsx"
      aria-label={text('files.choose')}
      tabIndex={-1}
      onChange={(event) => {
        const [chosen] = event.currentTarget.files ?? []
        event.currentTarget.value = ''
        if (chosen !== undefined) onChoose(chosen)
      }}
    />
  )
  if (file !== null) {
    return (
      <Group gap="md" wrap="nowrap" className={styles.file}>
        <Icon name="file" />
        <Stack gap="xs" flex={1} miw={0}>
          <strong>{file.name}</strong>
          {uploadId === null && problem === null ? (
            <Progress value={share * 100} size="sm" aria-label={text('files.uploading')} />
          ) : (
            <Text component="span" c="dimmed" fz="xs">
              {formatBytes(file.size)}
            </Text>
          )}
        </Stack>
        {!locked && (
          <Tooltip label={text('files.other')}>
            <ActionIcon variant="subtle" color="gray" aria-label={text('files.other')} onClick={() => onChoose(null)}>
              <Icon name="close" size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    )
  }
  return (
    <Stack
      className={styles.drop}
      gap="md"
      align="center"
      py={32}
      px="xl"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="import" size={24} />
      <Stack component="p" gap="xs" maw="26rem" fz="sm" lh={1.5}>
        <Text component="strong" fz="md" fw={600} c="var(--text)">
          {text('files.drop')}
        </Text>
        <span>{hint}</span>
      </Stack>
      <Button data-autofocus variant="default" onClick={() => field.current?.click()}>
        {text('files.choose')}
      </Button>
      {input}
    </Stack>
  )
}
