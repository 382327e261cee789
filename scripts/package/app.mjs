/**
 * `npm run package:dir`: the app of this system as a folder in `dist`, made without a network. Without Electron's runtime a
 * stand-in takes its place, which starts nothing but has what packing changes. Other arguments go to electron-builder:
 * `node scripts/package/app.mjs --linux AppImage`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { electronPath } from '../runtime.mjs'
import { packProgram } from './console-program.mjs'
import { billOfMaterials, notices, shippedPackages } from './notices.mjs'
import { root } from './root.mjs'
import { givenFeed, notesOf, publishArguments } from './updates.mjs'

const dist = join(root, 'dist')
const passed = process.argv.slice(2)
mkdirSync(dist, { recursive: true })

// macOS' app is made of two halves, each with its program.
const processors = process.platform === 'darwin' && passed.length > 0 ? ['arm64', 'x64'] : [process.arch]
for (const processor of processors) {
  const target = `${process.platform}-${processor}`
  packProgram(target, join(dist, `forecourt-cli-${target}`))
}
const packages = shippedPackages(['main', 'renderer'])
writeFileSync(join(dist, 'NOTICES.txt'), notices(packages))
writeFileSync(
  join(dist, 'forecourt.cdx.json'),
  `${JSON.stringify(billOfMaterials(packages, 'forecourt'), null, 2)}\n`,
)

const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/electron-builder/cli.js'),
    ...(passed.length > 0 ? passed : ['--dir', `--config.electronDist=${electronFolder()}`]),
    ...publishArguments(
      givenFeed(process.env),
      notesOf(read('CHANGELOG.md'), JSON.parse(read('package.json')).version),
    ),
    '--publish=never',
  ],
  // Nothing is signed on the way: that is the release's work.
  {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...(passed.length === 0 && { CSC_IDENTITY_AUTO_DISCOVERY: 'false' }) },
  },
)
process.exitCode = status ?? 1

function read(name) {
  return readFileSync(join(root, name), 'utf8')
}

/** Electron's own folder, or a stand-in whose program has a fuse wire and nothing else. */
function electronFolder() {
  if (electronPath() !== undefined) return join(root, 'node_modules/electron/dist')
  const folder = join(root, 'node_modules/.cache/forecourt/electron-stand-in')
  rmSync(folder, { recursive: true, force: true })
  for (const each of ['locales', 'resources']) mkdirSync(join(folder, each), { recursive: true })
  // The sentinel of @electron/fuses, the version of the wire, its length, and a fuse in its usual state for each place.
  const wire = ['dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', '\u0001', '\u0009', '101100011'].join('')
  writeFileSync(
    join(folder, 'electron'),
    `#!/bin/sh\necho "Electron's runtime is not installed" >&2\nexit 2\n${wire}\n`,
    { mode: 0o755 },
  )
  for (const language of ['en-US', 'uk', 'de']) writeFileSync(join(folder, 'locales', `${language}.pak`), '')
  writeFileSync(join(folder, 'LICENSE'), '')
  return folder
}
