import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../../../src-main/domain/people/role.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { useQuery } from '../../client/client-context.tsx'
import { restWords } from '../../client/error-words.ts'
import { useRights } from '../../client/rights.tsx'
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

/**
 * Who comes, and what they may do. Who has worked alone until now is asked for their own name and address first: from
 * now on there is somebody to tell apart from.
 */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const me = useRights().person
  const projects = (useQuery('projects.list', {}).value ?? []).filter(({ archivedAt }) => archivedAt === null)
  const asksMe = me?.email === null
  const [own, setOwn] = useState<PersonWords>({ name: me?.isNamed === true ? me.name : '', email: '' })
  const [words, setWords] = useState(NOBODY)
  const [language, setLanguage] = useState('')
  const [isAdministrator, setAdministrator] = useState(false)
  const [chosen, setChosen] = useState<Readonly<Record<string, Role | null>>>({})
  const [judged, setJudged] = useState(false)
  // With a single project there is little to choose.
  const usual = projects.length === 1 ? 'clerk' : null
  const roleIn = (projectId: string) => (projectId in chosen ? (chosen[projectId] ?? null) : usual)
  const invite = useCall('people.invite', CHANGED, onInvited)
  const send = () =>
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
  const introduce = useCall('people.update', CHANGED, send)
  const submit = () => {
    setJudged(true)
    if (isMissing(words) || (asksMe && isMissing(own))) return
    if (asksMe) introduce.run({ personId: me.id, ...trimmed(own) })
    else send()
  }
  return (
    <FormDialog
      title={text('people.invite.title')}
      action={text('people.invite.do')}
      busy={invite.busy || introduce.busy}
      problem={restWords(introduce.error, ['name', 'email']) ?? restWords(invite.error, ['name', 'email'])}
      onSubmit={submit}
      onClose={onClose}
    >
      {asksMe && (
        <Stack role="group" aria-label={text('people.invite.you')} gap="sm" pb="md" className={styles.own}>
          <h3>{text('people.invite.you')}</h3>
          <Text c="dimmed" fz="sm">
            {text('people.invite.you.text')}
          </Text>
          <PersonFields words={own} error={introduce.error} judged={judged} onChange={setOwn} />
        </Stack>
      )}
      {asksMe && <h3>{text('people.invite.them')}</h3>}
      <PersonFields words={words} error={invite.error} judged={judged} first={!asksMe} onChange={setWords} />
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
