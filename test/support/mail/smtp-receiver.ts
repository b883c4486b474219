import { onTestFinished } from 'vitest'
import { openSmtpReceiver, type SmtpReceiver } from './open-receiver.ts'

export { headerNames, headerOf, partOf, PASSWORD, SMTP_CERTIFICATE, type SmtpReceiver } from './open-receiver.ts'

/** As `openSmtpReceiver`, closed after the test. */
export async function startSmtpReceiver(options: Parameters<typeof openSmtpReceiver>[0] = {}): Promise<SmtpReceiver> {
  const receiver = await openSmtpReceiver(options)
  onTestFinished(() => receiver.close())
  return receiver
}
