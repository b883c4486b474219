import { Box, Button, Textarea } from '@mantine/core'
import { prettyJson } from '../../../components/code/pretty-json.ts'
import { text } from '../../../locales/messages.ts'
import styles from './console.module.css'
import { jsonProblem } from './operations.ts'

/**
 * The body as text. Invalid JSON is reported while typing, but can still be sent: the service's answer to it is worth
 * seeing.
 */
export function BodyEditor({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const problem = value.trim() === '' ? null : jsonProblem(value)
  const words =
    problem === null
      ? null
      : problem === 'unknown'
        ? text('console.body.invalid')
        : text('console.body.invalidAt', problem)
  const format = () => onChange(prettyJson(value) ?? value)
  return (
    <Box pos="relative">
      <Textarea
        label={text('console.body')}
        classNames={{ input: styles.mono ?? '' }}
        autosize
        minRows={3}
        maxRows={14}
        value={value}
        error={words}
        spellCheck={false}
        placeholder={text('console.body.none')}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button
        pos="absolute"
        top={-2}
        right={0}
        variant="subtle"
        size="compact-sm"
        disabled={value.trim() === '' || problem !== null}
        onClick={format}
      >
        {text('console.body.format')}
      </Button>
    </Box>
  )
}
