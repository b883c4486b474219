import { Button, Drawer, getDefaultZIndex, Text, Typography } from '@mantine/core'
import type { MouseEvent } from 'react'
import type { GuidePage } from '../../../resources/guide-pages.ts'
import { DrawerFrame } from '../../components/overlay/drawer-frame.tsx'
import { useLayer } from '../../layers.ts'
import { useLanguage } from '../../locales/language.ts'
import '../../locales/later-words.ts'
import { text } from '../../locales/messages.ts'
import styles from './guide.module.css'
import { useGuide } from './guide-store.ts'

const FILES = import.meta.glob<GuidePage>('../../../docs/guide/*.md', {
  query: '?guide',
  import: 'default',
  eager: true,
})
const CONTENTS = 'README'

/** A page of the guide beside the screen and above its dialogs; its links lead to other pages. */
export function GuideDrawer() {
  const { page, show } = useGuide()
  const close = () => show(null)
  const layer = useLayer(page !== null, 'drawer')
  return (
    <Drawer.Root
      {...layer}
      opened={page !== null}
      onClose={close}
      position="right"
      size="34rem"
      zIndex={getDefaultZIndex('overlay')}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={text('guide.title')}>
        {page !== null && <Page name={page} onClose={close} onPage={show} />}
      </Drawer.Content>
    </Drawer.Root>
  )
}

interface PageProps {
  name: string
  onClose: () => void
  onPage: (name: string) => void
}

function Page({ name, onClose, onPage }: PageProps) {
  const isEnglish = useLanguage(({ language }) => language) === 'en'
  const page = FILES[`../../../docs/guide/${name}.md`] ?? FILES[`../../../docs/guide/${CONTENTS}.md`]
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-page]') : null
    if (link === null) return
    event.preventDefault()
    onPage(link.dataset['page'] ?? CONTENTS)
  }
  return (
    <DrawerFrame
      title={page?.title}
      beside={
        name !== CONTENTS && (
          <Button variant="subtle" size="xs" onClick={() => onPage(CONTENTS)}>
            {text('guide.contents')}
          </Button>
        )
      }
      closeLabel={text('guide.close')}
      onClose={onClose}
    >
      {/* Another page begins at its top. */}
      <div key={name} className={styles.page}>
        {!isEnglish && (
          <Text c="dimmed" fz="sm" mb="md">
            {text('guide.english')}
          </Text>
        )}
        {/* oxlint-disable-next-line react/no-danger -- made from this repository's own pages when the app is built */}
        <Typography lang="en" onClick={follow} dangerouslySetInnerHTML={{ __html: page?.html ?? '' }} />
      </div>
    </DrawerFrame>
  )
}
