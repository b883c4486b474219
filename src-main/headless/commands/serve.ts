import { InvalidArgumentError, Option, type Command } from 'commander'
import { parseOrigin } from '../../domain/desk/settings.ts'
import type { LogLevel } from '../../engine/kernel/ports.ts'
import type { ServeOptions } from '../serve-options.ts'
import type { Shell } from '../shell.ts'
import { examples, wholeNumber } from './shared.ts'

const rateLimit = wholeNumber(0, 1_000_000)

function readOrigin(text: string, origins: readonly string[]): string[] {
  const origin = parseOrigin(text)
  if (origin === null) throw new InvalidArgumentError('It must be an origin such as https://fleet.example.')
  return [...origins, origin]
}

export function registerServe(program: Command, shell: Shell): void {
  const serve = program
    .command('serve')
    .description('run the service: the API, and the app as a page in the browser')
    .option(
      '--port <number>',
      'port to listen on; 0 takes a free one (default: the stored setting, else 4010)',
      wholeNumber(0, 65_535),
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--no-demo', 'do not create the demo fleet on the first start')
    .option('--no-ui', 'serve only the API, not the page')
    .option('--open', 'open the page in the browser', false)
    .option('--window', 'open it as a window of its own, if Chrome, Chromium or Edge is installed', false)
    .option(
      '--rate-limit-sandbox <number>',
      'requests a minute for each sandbox key; 0 is off (default: the stored setting, else 100)',
      rateLimit,
    )
    .option(
      '--rate-limit-production <number>',
      'requests a minute for each production key; 0 is off (default: the stored setting, else 600)',
      rateLimit,
    )
    .option(
      '--allowed-host <host>',
      'another host name to accept in the Host header; may be repeated',
      (host: string, hosts: readonly string[]) => [...hosts, host],
      [] as readonly string[],
    )
    .option('--tls-cert <file>', 'certificate (PEM), to listen with TLS')
    .option('--tls-key <file>', 'private key of the certificate (PEM)')
    .option('--insecure-http', 'allow listening beyond this machine without TLS', false)
    .option(
      '--allow-private-destinations <networks>',
      'networks (CIDR, separated by commas) that webhooks and portals may reach although they are not public',
    )
    .option(
      '--cors-origin <origin>',
      'an origin whose pages may read the answers, such as https://fleet.example; may be repeated',
      readOrigin,
      [] as readonly string[],
    )
    .option('--extra-ca <file>', 'file with further certificate authorities (PEM) to trust for receivers')
    .addOption(
      new Option('--log-level <level>', 'what goes to standard error; "info" adds a line for each request')
        .choices(['error', 'warn', 'info', 'debug'] satisfies LogLevel[])
        .default('warn'),
    )
    .action(async (options: ServeOptions) => {
      const { serve } = await import('../serve.ts')
      await serve(options, shell.globals())
    })
  examples(serve, [
    'serve',
    'serve --port 0 --json --no-demo',
    'serve --allow-private-destinations 10.20.0.0/16 --extra-ca company-ca.pem',
    'serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem --allowed-host fuel.example',
    'serve --cors-origin https://fleet.example',
  ])
}
