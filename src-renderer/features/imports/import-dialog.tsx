import { Button, Checkbox, Paper, Progress, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { CrossedError } from '../../../src-preload/contract.ts'
import { useService } from '../../client/client-context.tsx'
import { errorWords } from '../../client/error-words.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { plural, text } from '../../locales/messages.ts'
import { PreviewWaiting } from '../bulk/bulk-dialog.tsx'
import { ConfirmCount, isConfirmed } from '../bulk/confirm-count.tsx'
import { useJobs } from '../jobs/job-store.ts'
import { Icon } from '../../components/icon.tsx'
import { ChosenFile } from './chosen-file.tsx'
import { changed, IMPORT_FIELDS } from './column-choice.ts'
import { ImportReportView } from './import-report.tsx'
import { applyImport, type ImportReport } from './import-run.ts'
import styles from './imports.module.css'
import { MissingCards } from './missing-cards.tsx'
import { useDryRun } from './use-dry-run.ts'
import { useLook } from './use-look.ts'
import { IssuerOffer } from './issuer-offer.tsx'
import { UnreadColumns } from './unread-columns.tsx'
import { useUpload } from './use-upload.ts'
import { askedAbout } from './value-choice.ts'
import { ValueMapping } from './value-mapping.tsx'

interface ImportDialogProps {
  projectId: string
  environment: EnvironmentName
  onClose: () => void
}

/** A provider's list from a file: which columns, what it would bring line by line, and only then the import. */
export function ImportDialog({ projectId, environment, onClose }: ImportDialogProps) {
  const { client, data } = useService()
  const place = { projectId, environment }
  const upload = useUpload()
  const file = useLook(place, upload.uploadId, IMPORT_FIELDS)
  const [complete, setComplete] = useState(false)
  const [accepted, setAccepted] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [typedGone, setTypedGone] = useState('')
  const [busy, setBusy] = useState(false)
  const [ended, setEnded] = useState<{ report: ImportReport | null; error: CrossedError | null } | null>(null)
  const source = file.source === null ? null : { ...place, ...file.source, complete }
  const dry = useDryRun(ended === null ? source : null)
  const share = useJobs(({ work }) => work.find(({ id }) => id === upload.uploadId)?.share ?? null)
  const gone = dry.report?.gone ?? 0
  // Implausibly many: a person must type the number.
  const missing = dry.report?.goneUnbelieved === true ? gone : null
  const planned = dry.report === null ? 0 : dry.report.create + dry.report.change + gone
  const inProduction = environment === 'production' ? planned - (missing ?? 0) : 0
  // A complete list also changes cards it does not name.
  const hasWork = planned > 0 || (complete && dry.report !== null)
  // Accepts exactly this loss: another mapping loses something else.
  const loss = file.unread.length === 0 || file.isKnown ? null : JSON.stringify(file.unread)
  const isLossAccepted = loss === null || accepted === loss
  const unknown = askedAbout(file.values, dry.report?.unknownValues ?? [])
  const isAllowed =
    hasWork &&
    isLossAccepted &&
    (inProduction === 0 || isConfirmed(inProduction, typed)) &&
    (missing === null || isConfirmed(missing, typedGone))
  // The cause of a disabled button may be out of sight: it is named next to the button, with a link.
  const blocker = !isLossAccepted ? 'columns' : !hasWork && unknown.length > 0 ? 'values' : null
  const columnsPart = useRef<HTMLDivElement>(null)
  const valuesPart = useRef<HTMLDivElement>(null)
  const apply = async () => {
    if (source === null || dry.report === null) return
    setBusy(true)
    const rows = dry.report.create + dry.report.change + dry.report.leave + dry.report.refusedTotal
    const work = applyImport(
      client,
      data,
      { ...source, acceptMissing: missing !== null },
      { fileName: upload.file?.name ?? '', rows },
    )
    upload.keep(work)
    setEnded(await work)
    setBusy(false)
  }
  const action =
    ended?.report !== undefined && ended?.report !== null
      ? null
      : planned > 0
        ? plural('import.do', planned)
        : text('import.do')
  return (
    <FormDialog
      title={text('import.title')}
      action={action}
      busy={busy}
      disabled={!isAllowed}
      problem={
        ended?.error === undefined || ended.error === null
          ? dry.error === null
            ? null
            : errorWords(dry.error)
          : errorWords(ended.error)
      }
      size="48rem"
      {...(busy
        ? {
            beside: (
              <Text component="span" c="dimmed" fz="xs">
                {text('import.background')}
              </Text>
            ),
          }
        : {})}
      {...(blocker === null || busy
        ? {}
        : {
            beside: (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<Icon name="arrowUp" size={16} />}
                onClick={() =>
                  (blocker === 'columns' ? columnsPart : valuesPart).current?.scrollIntoView({ block: 'center' })
                }
              >
                {text(`import.blocked.${blocker}`)}
              </Button>
            ),
          })}
      onSubmit={() => void apply()}
      onClose={onClose}
    >
      {ended?.report !== undefined && ended?.report !== null ? (
        <ImportReportView report={ended.report} place={place} />
      ) : (
        <>
          <ChosenFile
            upload={upload}
            file={file}
            fields={IMPORT_FIELDS}
            hint={text('files.hint.import')}
            locked={busy}
            opensItself
          >
            {file.look?.offer !== undefined && file.look.offer !== null && !busy && (
              <IssuerOffer key={upload.uploadId} offer={file.look.offer} onTake={file.takeOffer} />
            )}
            {file.look !== null && file.unread.length > 0 && (
              <div ref={columnsPart}>
                <UnreadColumns
                  look={file.look}
                  unread={file.unread}
                  choice={file.choice}
                  known={file.isKnown}
                  accepted={isLossAccepted}
                  disabled={busy}
                  onChoose={(field, column) => file.choose(changed(file.choice, field, column))}
                  onAccept={(yes) => setAccepted(yes ? loss : null)}
                />
              </div>
            )}
          </ChosenFile>
          <div ref={valuesPart} className={styles.part}>
            <ValueMapping
              unknown={unknown}
              dates={dry.report?.dates ?? null}
              values={file.values}
              disabled={busy}
              onChange={file.changeValues}
            />
          </div>
          {source !== null && (
            <Paper withBorder py={10} px={14}>
              <Checkbox
                size="xs"
                label={text('import.complete')}
                description={text(complete ? 'import.complete.on' : 'import.complete.off')}
                checked={complete}
                disabled={busy}
                onChange={(event) => setComplete(event.currentTarget.checked)}
              />
            </Paper>
          )}
          {source !== null &&
            dry.error === null &&
            (dry.report === null ? <PreviewWaiting /> : <ImportReportView report={dry.report} place={place} />)}
          {missing !== null && !busy && <MissingCards missing={missing} value={typedGone} onChange={setTypedGone} />}
          {inProduction > 0 && !busy && (
            <ConfirmCount count={inProduction} value={typed} onChange={setTyped} hint={text('import.confirm.hint')} />
          )}
          {busy && (
            <Progress
              value={share === null ? 100 : share * 100}
              animated={share === null}
              size="sm"
              aria-label={text('import.doing', { name: upload.file?.name ?? '' })}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
