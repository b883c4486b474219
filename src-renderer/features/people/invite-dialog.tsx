import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../../../src-main/domain/people/role.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { useQuery } from '../../client/client-context.tsx'
import { restWords } from '../../client/error-words.ts'
import { useCall } from '../../client/use-call.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { LANGUAGE_CODES, LANGUAGES } from '../../locales/language.ts'
import { text } from '../../locales/messages.ts'
import { PersonFields, type PersonWords } from './person-fields.tsx'
import { CHANGED } from './person-place.ts'
import { RoleChoice } from './role-choice.tsx'
import styles from './people.module.css'

interface InviteDialogProps {
  onInvited: (invited: CallOutput<'people.invite'>) => void
  onClose: () => void
}

const NOBODY: PersonWords = { name: '', email: '' }
const isMissing = ({ name, email }: PersonWords) => name.trim() === '' || email.trim() === ''
const trimmed = ({ name, email }: PersonWords) => ({ name: name.trim(), email: email.trim() })

/** Who comes, and what they may do. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const projects = (useQuery('projects.list', {}).value ?? []).filter(({ archivedAt }) => archivedAt === null)
  const [words, setWords] = useState(NOBODY)
  const [language, setLanguage] = useState('')
  const [isAdministrator, setAdministrator] = useState(false)
  const [chosen, setChosen] = useState<Readonly<Record<string, Role | null>>>({})
  const [judged, setJudged] = useState(false)
  // With a single project there is little to choose.
  const usual = projects.length === 1 ? 'clerk' : null
  const roleIn = (projectId: string) => (projectId in chosen ? (chosen[projectId] ?? null) : usual)
  const invite = useCall('people.invite', CHANGED, onInvited)
  const submit = () => {
    setJudged(true)
    if (isMissing(words)) return
    invite.run({
      ...trimmed(words),
      language: LANGUAGE_CODES.find((code) => code === language) ?? null,
      isAdministrator,
      memberships: isAdministrator
        ? []
        : projects.flatMap(({ id }) => {
            const role = roleIn(id)
            return role === null ? [] : [{ projectId: id, role }]
          }),
    })
  }
  return (
    <FormDialog
      title={text('people.invite.title')}
      action={text('people.invite.do')}
      busy={invite.busy}
      problem={restWords(invite.error, ['name', 'email'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields words={words} error={invite.error} judged={judged} first onChange={setWords} />
      <NativeSelect
        label={text('language')}
        data={[
          { value: '', label: text('people.language.auto') },
          ...LANGUAGE_CODES.map((code) => ({ value: code, label: LANGUAGES[code] })),
        ]}
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
      />
      <Stack role="group" aria-label={text('people.access')} gap="xs">
        <h3>{text('people.access')}</h3>
        {!isAdministrator && (
          <ul className={styles.list}>
            {projects.map(({ id, name }) => (
              <li key={id} className={styles.line}>
                <Text component="span" fz="sm">
                  {name}
                </Text>
                <RoleChoice
                  project={name}
                  value={roleIn(id)}
                  onChange={(role) => setChosen({ ...chosen, [id]: role })}
                />
              </li>
            ))}
          </ul>
        )}
        <RoleText roles={isAdministrator ? ['administrator'] : projects.map(({ id }) => roleIn(id))} />
        <Checkbox
          label={text('role.administrator')}
          checked={isAdministrator}
          onChange={({ currentTarget }) => setAdministrator(currentTarget.checked)}
        />
      </Stack>
    </FormDialog>
  )
}

/** What the chosen roles allow, in words. */
function RoleText({ roles }: { roles: readonly (Role | 'administrator' | null)[] }) {
  const given = [...new Set(roles.filter((role) => role !== null))]
  return (
    <Text c="dimmed" fz="xs" lh={1.45} role="status">
      {given.length === 0
        ? text('people.access.nothing')
        : given.map((role) => `${text(`role.${role}`)}: ${text(`role.${role}.text`)}`).join(' ')}
    </Text>
  )
}
