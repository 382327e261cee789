/**
 * `node scripts/package/deb.mjs [COMPRESSION]`: a deb of `dist/linux-unpacked`, by dpkg-deb alone. `none` is quick, for
 * tests; by default it is xz.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const dist = join(root, 'dist')
const sources = join(root, 'resources/package/deb')
const tree = join(dist, 'deb')
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch]

rmSync(tree, { recursive: true, force: true })
put(join(dist, 'linux-unpacked'), 'opt/Forecourt')
// Chromium's own way into its sandbox, if the system lets nobody make user namespaces.
const sandbox = join(tree, 'opt/Forecourt/chrome-sandbox')
if (existsSync(sandbox)) chmodSync(sandbox, 0o4755)
put(join(sources, 'apparmor'), 'opt/Forecourt/resources/apparmor', 0o644)
put(join(sources, 'forecourt.desktop'), 'usr/share/applications/forecourt.desktop', 0o644)
for (const size of [16, 32, 48, 64, 128, 256, 512])
  put(
    join(root, `resources/icons/${size}x${size}.png`),
    `usr/share/icons/hicolor/${size}x${size}/apps/forecourt.png`,
    0o644,
  )
put(join(root, 'LICENSE'), 'usr/share/doc/forecourt/copyright', 0o644)
mkdirSync(join(tree, 'usr/bin'), { recursive: true })
symlinkSync('/opt/Forecourt/resources/cli/forecourt', join(tree, 'usr/bin/forecourt'))

for (const script of ['postinst', 'postrm']) put(join(sources, script), `DEBIAN/${script}`, 0o755)
writeFileSync(join(tree, 'DEBIAN/control'), control(), { mode: 0o644 })
execFileSync('chmod', ['-R', 'u=rwX,go=rX', join(tree, 'opt'), join(tree, 'usr')])
if (existsSync(sandbox)) chmodSync(sandbox, 0o4755)
const [compression = 'xz'] = process.argv.slice(2)
const file = join(dist, `forecourt_${version}_${architecture}.deb`)
execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', tree, file], {
  stdio: ['ignore', 2, 2],
})
rmSync(tree, { recursive: true })

function put(from, name, mode) {
  const to = join(tree, name)
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  if (mode !== undefined) chmodSync(to, mode)
}

function control() {
  const kilobytes = execFileSync('du', ['-sk', tree], { encoding: 'utf8' }).split('\t')[0]
  // Libraries of Electron, under their names before and after the change of time_t; libsecret is the keychain's.
  const libraries = [
    'libgtk-3-0t64 | libgtk-3-0',
    'libatspi2.0-0t64 | libatspi2.0-0',
    'libasound2t64 | libasound2',
    'libnotify4',
    'libnss3',
    'libxss1',
    'libxtst6',
    'libuuid1',
    'libsecret-1-0',
    'xdg-utils',
  ]
  return `Package: forecourt
Version: ${version}
Architecture: ${architecture}
Maintainer: Forecourt <forecourt@localhost>
Installed-Size: ${kilobytes}
Depends: ${libraries.join(', ')}
Section: misc
Priority: optional
Description: Adverts of a car dealership
 Keeps the stock readable offline, edits it in bulk and from tables, sends every
 change at most once, and follows the orders. The command line is "forecourt".
`
}
