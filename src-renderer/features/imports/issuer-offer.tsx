import { Button } from '@mantine/core'
import { useState } from 'react'
import { Notice } from '../../components/feedback/notice.tsx'
import { importText } from '../../locales/import/words.ts'
import type { Look } from './column-choice.ts'

/** Offers what is publicly known of an issuer's lists; gone once it is taken. */
export function IssuerOffer({ offer, onTake }: { offer: NonNullable<Look['offer']>; onTake: () => void }) {
  const [taken, setTaken] = useState(false)
  if (taken) return null
  return (
    <Notice tone="plain" icon="info" title={importText('offer.title', { issuer: offer.issuer })}>
      <p>{importText('offer.text', { format: offer.format })}</p>
      <div>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            setTaken(true)
            onTake()
          }}
        >
          {importText('offer.use')}
        </Button>
      </div>
    </Notice>
  )
}
