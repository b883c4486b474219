import { Box, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Permitted } from '../../components/button/permitted.tsx'
import { useService } from '../../client/client-context.tsx'
import { fieldWords, restWords } from '../../client/error-words.ts'
import type { CrossedError } from '../../../src-preload/contract.ts'
import { Problem } from '../../components/feedback/problem.tsx'
import { fieldError } from '../../components/feedback/error-text.tsx'
import { text } from '../../locales/messages.ts'

/** A service started without the demo has no project; everything else needs one. */
export function FirstProject() {
  const { client, data } = useService()
  const [name, setName] = useState('')
  const [error, setError] = useState<CrossedError | null>(null)
  const [busy, setBusy] = useState(false)
  const create = async () => {
    setBusy(true)
    const result = await client.call('projects.create', { name })
    setBusy(false)
    if (result.ok) data.invalidate(['projects.list'])
    else setError(result.error)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create()
  }
  return (
    <Box component="form" w="100%" maw={440} mx="auto" py={64} px="xl" onSubmit={submit}>
      <Stack gap="lg" align="stretch">
        <div>
          <Title order={1}>{text('project.first.title')}</Title>
          <Text c="dimmed" mt="xs">
            {text('project.first.text')}
          </Text>
        </div>
        <TextInput
          label={text('project.first.name')}
          value={name}
          maxLength={100}
          error={
            name.trim() === '' && error !== null
              ? text('project.first.required')
              : fieldError(fieldWords(error, 'name'))
          }
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Problem words={restWords(error, ['name'])} />
        <Permitted call="projects.create">
          <Button type="submit" w="fit-content" loading={busy}>
            {text('project.first.create')}
          </Button>
        </Permitted>
      </Stack>
    </Box>
  )
}
