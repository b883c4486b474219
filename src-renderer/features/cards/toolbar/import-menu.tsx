import { Permitted } from '../../../components/button/permitted.tsx'
import { Button, Menu } from '@mantine/core'
import { Icon } from '../../../components/icon.tsx'
import { text } from '../../../locales/messages.ts'
import { openFileTask } from '../card-place.ts'
import { openList } from '../selection/pasted.ts'

/** What a file can bring: the provider's list, or plates and drivers for many cards at once. */
export function ImportMenu() {
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Permitted call="imports.run">
          <Button
            variant="default"
            leftSection={<Icon name="import" size={16} />}
            rightSection={<Icon name="chevronDown" size={14} />}
          >
            {text('files.menu')}
          </Button>
        </Permitted>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="cards" size={16} />} onClick={() => openFileTask('import')}>
          {text('files.import')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="activate" size={16} />} onClick={() => openFileTask('activate-file')}>
          {text('files.activate')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => openFileTask('update-file')}>
          {text('files.update')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="check" size={16} />} onClick={() => openList()}>
          {text('files.list')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
