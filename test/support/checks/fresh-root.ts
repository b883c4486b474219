// Installs the deb in a fresh root of this Debian, with what it needs, and removes it again. Needs root, mmdebstrap and
// Debian's mirrors, and hence no part of `npm test`; the program inside is a stand-in that starts and ends.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWorkshop } from '../package/make-packages.ts'
import { removeFolder } from '../remove-folder.ts'

/** Each line is a check: what it is, and a command that ends with 0. */
const CHECKS = [
  [
    'it is installed with all that it needs',
    'apt-get install -y --no-install-recommends /fuelcard-desk.deb >/install.log 2>&1',
  ],
  ['its files are whole', 'test -z "$(dpkg --verify fuelcard-desk)"'],
  ['its command is found', 'test "$(readlink -f "$(command -v fuelcard-desk)")" = "/opt/Fuelcard Desk/fuelcard-desk"'],
  ['its program starts', 'fuelcard-desk'],
  ['its sandbox helper can be run', 'test -x "/opt/Fuelcard Desk/chrome-sandbox"'],
  ['its needs are met', 'apt-get check -qq'],
  ['it is removed', 'apt-get purge -y fuelcard-desk >/purge.log 2>&1'],
  [
    'nothing stays',
    'test ! -e "/opt/Fuelcard Desk" && test ! -e /usr/bin/fuelcard-desk && test ! -L /usr/bin/fuelcard-desk',
  ],
] as const

const workshop = openWorkshop('linux')
try {
  await workshop.make(['deb'])
  const dist = join(workshop.folder, 'dist')
  const deb = join(dist, readdirSync(dist).find((name) => name.endsWith('.deb')) ?? '')
  const script = CHECKS.map(
    ([what, command], at) => `if ${command}; then echo "passed: ${what}"; else echo "failed: ${what}"; fi # ${at}`,
  )
  const suite = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  const { stderr, status } = spawnSync(
    'mmdebstrap',
    [
      '--mode=root',
      '--variant=minbase',
      '--quiet',
      `--customize-hook=copy-in ${deb} /`,
      `--customize-hook=mv "$1"/*.deb "$1/fuelcard-desk.deb"`,
      `--customize-hook=chroot "$1" sh -c '${script.join('\n').replaceAll("'", `'\\''`)}'`,
      '--customize-hook=tail -n 5 "$1"/install.log "$1"/purge.log >&2',
      suite,
      '/dev/null',
    ],
    { encoding: 'utf8' },
  )
  // mmdebstrap prints what its hooks say among its own words.
  const said = stderr.split('\n').filter((line) => /^(passed|failed): /.test(line))
  const failed = CHECKS.length - said.filter((line) => line.startsWith('passed')).length
  console.log(failed > 0 || status !== 0 ? stderr : said.join('\n'))
  console.log(`In a fresh root of ${suite}: ${CHECKS.length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && status === 0 ? 0 : 1
} finally {
  removeFolder(workshop.folder)
}
