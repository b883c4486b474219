import { InvalidArgumentError, Option, type Command } from 'commander'
import { parseOrigin } from '../../domain/desk/settings.ts'
import type { LogLevel } from '../../engine/kernel/ports.ts'
import { parseNetwork } from '../../net/address.ts'
import type { ServeOptions } from '../serve-options.ts'
import type { Shell } from '../shell.ts'
import { examples, wholeNumber } from './shared.ts'

const rateLimit = wholeNumber(0, 1_000_000)

function readOrigin(text: string, origins: readonly string[]): string[] {
  const origin = parseOrigin(text)
  if (origin === null) throw new InvalidArgumentError('It must be an origin such as https://fleet.example.')
  return [...origins, origin]
}

function readProxy(text: string, proxies: readonly string[]): string[] {
  const network = parseNetwork(text)
  if (network === null || network.endsWith('/0'))
    throw new InvalidArgumentError(
      'It must be the address or network of your proxies, such as 127.0.0.1 or 10.20.0.0/28.',
    )
  return [...proxies, network]
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
    .option('--insecure-http', 'serve the API alone beyond this machine, without TLS', false)
    .option(
      '--public-url <origin>',
      'the address at which others reach the page and the API, such as https://fleet.example',
    )
    .option(
      '--trusted-proxy <network>',
      'a proxy (address or CIDR) that ends TLS, and whose word on the client counts; may be repeated',
      readProxy,
      [] as readonly string[],
    )
    .option(
      '--local-port <number>',
      'port of the listener for this machine, with sign-in links and the inbox, beside one for others',
      wholeNumber(0, 65_535),
    )
    .option(
      '--drain-seconds <number>',
      'the longest that a stop waits for work in hand (default: 5, with a public URL 15)',
      wholeNumber(1, 3_600),
    )
    .option(
      '--store-connections <number>',
      "with --store: connections at a time for each of the store's three logins (default: 10)",
      wholeNumber(3, 1_000),
    )
    .option(
      '--import-folder <folder>',
      'a folder that projects may be connected to, for exports of their provider; may be repeated',
      (folder: string, folders: readonly string[]) => [...folders, folder],
      [] as readonly string[],
    )
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
