// Replaces fpm, which electron-builder runs to make deb and rpm: takes the same arguments, and makes the package with
// the system's own dpkg-deb or rpmbuild. Packs quickly rather than tightly.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

const text = { type: 'string', default: '' } as const
const { values: told, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...text, short: 's' },
    force: { type: 'boolean' },
    t: { ...text, short: 't' },
    depends: { type: 'string', multiple: true, short: 'd', default: [] },
    'deb-recommends': { type: 'string', multiple: true, default: [] },
    'deb-changelog': text,
    'deb-compression': text,
    'deb-priority': text,
    'rpm-compression': text,
    'rpm-os': text,
    'rpm-summary': text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    category: text,
    license: text,
  },
})

const work = mkdtempSync(join(tmpdir(), 'fpm-'))
try {
  const tree = join(work, 'tree')
  for (const mapping of positionals) {
    const at = mapping.indexOf('=')
    const target = join(tree, mapping.slice(at + 1))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(mapping.slice(0, at), target, { recursive: true })
  }
  if (told.t === 'deb') makeDeb(tree)
  else makeRpm(tree)
} finally {
  rmSync(work, { recursive: true, force: true })
}

function makeDeb(tree: string): void {
  const control = join(tree, 'DEBIAN')
  writeFileSync(
    join(tree, `usr/share/doc/${told.name}/changelog.gz`),
    gzipSync(readFileSync(told['deb-changelog']), { level: 9 }),
  )
  const files = filesIn(tree)
  mkdirSync(control)
  const [synopsis = '', ...description] = told.description.split('\n').map((line) => line.trim())
  const fields = {
    Package: told.name,
    Version: told.version,
    Architecture: told.architecture,
    Maintainer: told.maintainer,
    'Installed-Size': Math.ceil(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1024),
    Depends: told.depends.join(', '),
    Recommends: told['deb-recommends'].join(', '),
    Section: told.category,
    Priority: told['deb-priority'],
    Homepage: told.url,
    Description: [synopsis, ...description.map((line) => ` ${line}`)].join('\n'),
  }
  writeFileSync(
    join(control, 'control'),
    Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(''),
  )
  writeFileSync(
    join(control, 'md5sums'),
    files
      .map((file) => `${createHash('md5').update(readFileSync(file)).digest('hex')}  ${relative(tree, file)}\n`)
      .join(''),
  )
  cpSync(told['after-install'], join(control, 'postinst'))
  cpSync(told['after-remove'], join(control, 'postrm'))
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', tree])
  execFileSync('chmod', ['755', join(control, 'postinst'), join(control, 'postrm')])
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, told.package])
}

function makeRpm(tree: string): void {
  const script = (name: 'after-install' | 'after-remove') => readFileSync(told[name], 'utf8').replaceAll('%', '%%')
  const spec = `Name: ${told.name}
Version: ${told.version}
Release: 1
Summary: ${told['rpm-summary']}
License: ${told.license}
Vendor: ${told.vendor}
URL: ${told.url}
Group: ${told.category}
Packager: ${told.maintainer}
AutoReqProv: no
${told.depends.map((name) => `Requires: ${name}\n`).join('')}
%description
${told.description}
%post
${script('after-install')}
%postun
${script('after-remove')}
%files
${filesIn(tree)
  .map((file) => `"/${relative(tree, file)}"\n`)
  .join('')}`
  const file = join(work, 'package.spec')
  writeFileSync(file, spec)
  const settings = {
    _topdir: join(work, 'rpm'),
    _rpmdir: join(work, 'made'),
    _binary_payload: 'w1.gzdio',
    _build_id_links: 'none',
    __os_install_post: '%{nil}',
  }
  const defined = Object.entries(settings).flatMap(([name, value]) => ['--define', `${name} ${value}`])
  execFileSync('rpmbuild', ['-bb', '--quiet', '--target', told.architecture, '--buildroot', tree, ...defined, file])
  const [made = ''] = filesIn(join(work, 'made'))
  renameSync(made, told.package)
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
