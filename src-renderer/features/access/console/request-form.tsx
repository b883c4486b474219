import {
  ActionIcon,
  Box,
  Button,
  Flex,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { Permitted } from '../../../components/button/permitted.tsx'
import type { ApiKey } from '../../../../src-main/domain/access.ts'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { useCall } from '../../../client/use-call.ts'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { text } from '../../../locales/messages.ts'
import styles from './console.module.css'
import { BodyEditor } from './body-editor.tsx'
import { METHODS, openPlace } from './operations.ts'
import { OperationPicker } from './operation-picker.tsx'
import { ResponseView } from './response-view.tsx'
import { useRequest } from './use-request.ts'

interface RequestFormProps {
  keys: readonly ApiKey[]
  projectId: string
  environment: EnvironmentName
}

export function RequestForm({ keys, projectId, environment }: RequestFormProps) {
  const [keyId, setKeyId] = useState<string | null>(null)
  const key = keys.find(({ id }) => id === keyId) ?? keys.find((other) => other.environment === environment) ?? keys[0]
  const request = useRequest(projectId, key?.environment ?? environment)
  const [response, setResponse] = useState<CallOutput<'console.run'> | null>(null)
  const call = useCall('console.run', [], setResponse)
  if (key === undefined) return null
  const { method, path, body, idempotencyKey } = request
  const missing = openPlace(path)
  const isChange = method !== 'GET'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing !== null || call.busy) return
    call.run({
      keyId: key.id,
      method,
      path: encodeURI(decodable(path)),
      ...(isChange && body.trim() !== '' ? { body } : {}),
      ...(idempotencyKey === '' ? {} : { idempotencyKey }),
    })
  }
  const sendByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <Paper component="form" withBorder radius="lg" p="lg" onSubmit={submit} onKeyDown={sendByKey}>
      <Stack gap="md">
        <SimpleGrid minColWidth="16rem" autoFlow="auto-fit" spacing="md">
          <NativeSelect
            label={text('console.key')}
            data={keys.map(({ id, name, prefix, environment }) => ({
              value: id,
              label: `${name} · ${text(`environment.${environment}`)} · ${prefix}…`,
            }))}
            value={key.id}
            onChange={(event) => setKeyId(event.currentTarget.value)}
          />
          <OperationPicker chosen={request.operation} onChoose={request.choose} />
        </SimpleGrid>
        <Flex gap="sm" wrap={{ base: 'wrap', md: 'nowrap' }}>
          <NativeSelect
            flex="none"
            w="6.5rem"
            aria-label={text('console.method')}
            data={[...METHODS]}
            value={method}
            onChange={({ currentTarget }) =>
              request.change({ method: METHODS.find((known) => known === currentTarget.value) ?? 'GET' })
            }
          />
          <TextInput
            flex={1}
            miw={0}
            classNames={{ input: styles.mono ?? '' }}
            aria-label={text('console.path')}
            leftSectionWidth="2.5rem"
            leftSection={
              <Box component="span" ps="sm" c="dimmed" fz="sm" ff="monospace">
                /v1
              </Box>
            }
            value={path}
            maxLength={2_000}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => request.change({ path: event.currentTarget.value })}
          />
          <Permitted call="console.run">
            <Button
              type="submit"
              leftSection={<Icon name="send" size={16} />}
              loading={call.busy}
              disabled={missing !== null || !path.startsWith('/')}
            >
              {text(key.environment === 'production' && isChange ? 'console.send.production' : 'console.send')}
            </Button>
          </Permitted>
        </Flex>
        {missing !== null && (
          <Box component="p" m={0} c="dimmed" fz="sm">
            {text('console.missing', { place: missing })}
          </Box>
        )}
        {key.environment === 'production' && isChange && (
          <Flex component="p" gap={6} align="center" m={0} c="var(--status-pending-ink)" fz="sm">
            <Icon name="alert" size={16} />
            {text('console.production')}
          </Flex>
        )}
        {isChange && method !== 'DELETE' && (
          <BodyEditor value={body} onChange={(next) => request.change({ body: next })} />
        )}
        {method === 'POST' && (
          <Group gap="sm" wrap="nowrap" align="flex-end" maw="30rem">
            <TextInput
              flex={1}
              label="Idempotency-Key"
              description={text('console.idempotency')}
              classNames={{ input: styles.mono ?? '' }}
              value={idempotencyKey}
              maxLength={255}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => request.change({ idempotencyKey: event.currentTarget.value })}
            />
            <Tooltip label={text('console.idempotency.new')}>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={text('console.idempotency.new')}
                onClick={() => request.change({ idempotencyKey: crypto.randomUUID() })}
              >
                <Icon name="refresh" size={16} />
              </ActionIcon>
            </Tooltip>
          </Group>
        )}
        <Problem words={call.problem} />
        {response !== null && <ResponseView response={response} busy={call.busy} />}
      </Stack>
    </Paper>
  )
}

/** Accepts a path with or without percent-encoding. */
function decodable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
