import { Menu } from '@mantine/core'
import { useQuery } from '../../client/client-context.tsx'
import { useCall } from '../../client/use-call.ts'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'

const HERE = ''

/** In the project switcher: this computer, each connected service, and the way to another. */
export function ServiceChoices({ onConnect, onStop }: { onConnect: () => void; onStop: () => void }) {
  const { value } = useQuery('services.state', {})
  const choose = useCall('services.choose', ['services.state'], () => {})
  const services = value?.services
  if (services == null) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{text('services.heading')}</Menu.Label>
      {services.known.length > 0 && (
        <Menu.RadioGroup
          value={services.current ?? HERE}
          onChange={(name) => choose.run({ name: name === HERE ? null : name })}
        >
          <Menu.RadioItem value={HERE} closeMenuOnClick>
            {text(services.isLocalRunning ? 'services.here' : 'services.here.stopped')}
          </Menu.RadioItem>
          {services.known.map(({ name }) => (
            <Menu.RadioItem key={name} value={name} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )}
      <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={onConnect}>
        {text('services.connect')}
      </Menu.Item>
      {services.current !== null && services.isLocalRunning && (
        <Menu.Item leftSection={<Icon name="circleMinus" size={16} />} onClick={onStop}>
          {text('services.stop')}
        </Menu.Item>
      )}
    </>
  )
}
