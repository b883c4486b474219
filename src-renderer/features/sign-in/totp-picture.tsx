import { encodeQR } from 'qr'
import { CopyLine } from '../../components/code/copy-line.tsx'
import { text } from '../../locales/messages.ts'
import styles from './totp-picture.module.css'

/** Modules of white around the code, without which no camera finds it (ISO/IEC 18004). */
const QUIET = 4

/** A secret for an authenticator app, to scan or to type. Dark on light in every theme: apps read no other. */
export function TotpPicture({ address, secret }: { address: string; secret: string }) {
  const modules = encodeQR(address, 'raw', { border: QUIET })
  const size = modules.length
  const path = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <>
      <p>{text('totp.scan')}</p>
      <svg
        className={styles.picture}
        role="img"
        aria-label={text('totp.picture')}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path.join('')} fill="#000" />
      </svg>
      <CopyLine label={text('totp.key')} value={secret.match(/.{1,4}/g)?.join(' ') ?? secret} />
    </>
  )
}
