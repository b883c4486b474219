import { useQuery } from '../../client/client-context.tsx'
import { ButtonLink } from '../../components/button/button-link.tsx'
import { text } from '../../locales/messages.ts'
import { Foot, SettingsGroup } from './settings-group.tsx'

/** The way to others: to invite the first, or to look after all of them. */
export function PeopleSection() {
  const isTeam = (useQuery('people.list', {}).value ?? []).length > 1
  return (
    <SettingsGroup
      title={text('people.title')}
      lead={text(isTeam ? 'settings.people.team.lead' : 'settings.people.lead')}
    >
      <Foot>
        <ButtonLink screen="people" params={isTeam ? {} : { do: 'invite' }}>
          {text(isTeam ? 'settings.people.manage' : 'people.invite')}
        </ButtonLink>
      </Foot>
    </SettingsGroup>
  )
}
