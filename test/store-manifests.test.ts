import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
const homepage = 'https://github.com/dealer/forecourt'
const files = {
  exe: `forecourt-${version}-win-x64.exe`,
  msi: `forecourt-${version}-win-x64.msi`,
  dmg: `forecourt-${version}-mac-universal.dmg`,
  deb: `forecourt_${version}_amd64.deb`,
}
const sumOf = (file: string): string => createHash('sha256').update(`of ${file}`).digest('hex')
const addressOf = (file: string): string => `${homepage}/releases/download/v${version}/${file}`

let folder: string
const run = (...argv: string[]) =>
  spawnSync(process.execPath, ['scripts/package/manifests.mjs', ...argv], { encoding: 'utf8' })
const read = (name: string): string => readFileSync(join(folder, 'manifests', name), 'utf8')

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-release-'))
  for (const file of Object.values(files)) writeFileSync(join(folder, file), `of ${file}`)
  expect(run(folder, homepage, '2026-11-27')).toMatchObject({ status: 0, stderr: '' })
})
afterAll(() => rmSync(folder, { recursive: true }))

it('winget: three files of this version, with both installers by their sums', () => {
  const names = readdirSync(join(folder, 'manifests/winget', version)).sort()
  expect(names).toEqual(['.installer', '.locale.en-US', ''].map((part) => `Forecourt.Forecourt${part}.yaml`))
  const manifests = names.map((name) => parse(read(`winget/${version}/${name}`)) as object)
  for (const manifest of manifests) expect(manifest).toMatchObject({ PackageVersion: version })
  expect(manifests.find((manifest) => 'Installers' in manifest)).toMatchObject({
    ReleaseDate: '2026-11-27',
    Installers: (
      [
        ['nullsoft', 'user', files.exe],
        ['wix', 'machine', files.msi],
      ] as const
    ).map(([InstallerType, Scope, file]) => ({
      InstallerType,
      Scope,
      InstallerUrl: addressOf(file),
      InstallerSha256: sumOf(file).toUpperCase(),
    })),
  })
})

it('Homebrew: a cask by the rules of its audit', () => {
  const text = read('homebrew/forecourt.rb')
  const [, address = ''] = /^ {2}url "(.*)"$/m.exec(text) ?? []
  expect(address.replaceAll('#{version}', version)).toBe(addressOf(files.dmg))
  expect(text).toContain(`sha256 "${sumOf(files.dmg)}"`)
  // Stanzas in the order of the style; a description is no sentence, has no article and not the name of the app.
  const stanzas = [...text.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name)
  expect(stanzas).toEqual([
    'version',
    'sha256',
    'url',
    'name',
    'desc',
    'homepage',
    'depends_on',
    'app',
    'binary',
    'uninstall',
  ])
  const [, about = ''] = /^ {2}desc "(.*)"$/m.exec(text) ?? []
  expect(about).toMatch(/^(?!(?:An?|The) )[A-Z].{0,78}[^.]$/)
  expect(about).not.toContain('Forecourt')
})

/** Parts of a flatpak-builder manifest that are compared. */
const flatpak = z.object({
  command: z.string(),
  'finish-args': z.array(z.string()),
  modules: z.tuple([
    z.object({
      'build-commands': z.array(z.string()),
      sources: z.tuple([
        z.object({ url: z.string(), sha256: z.string(), 'dest-filename': z.string() }),
        z.object({}),
        z.object({ path: z.string() }),
      ]),
    }),
  ]),
})

it('Flathub: a manifest of the deb, without the home folder', () => {
  const made = flatpak.parse(parse(read('flathub/com.forecourt.app.yml')))
  const [{ sources, 'build-commands': commands }] = made.modules
  expect(sources[0]).toMatchObject({ url: addressOf(files.deb), sha256: sumOf(files.deb) })
  expect(commands.join('\n')).toContain(sources[0]['dest-filename'])
  expect(commands.join('\n')).toContain(`/app/bin/${made.command}`)
  expect(made['finish-args'].filter((each) => each.includes('filesystem'))).toEqual([])
  expect(readdirSync(join(folder, 'manifests/flathub'))).toContain(sources[2].path)
})

const hasAppstream = spawnSync('appstreamcli', ['--version']).status === 0

it.skipIf(!hasAppstream)('Flathub: its page of the app is sound for appstreamcli', () => {
  const path = join(folder, 'manifests/flathub/com.forecourt.app.metainfo.xml')
  const { status, stdout, stderr } = spawnSync('appstreamcli', ['validate', '--no-net', '--pedantic', path], {
    encoding: 'utf8',
  })
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 })
})

it('a release that lacks a file, or has no address, makes no manifest', () => {
  const empty = mkdtempSync(join(tmpdir(), 'forecourt-release-'))
  expect(run(empty, homepage).stderr).toContain(files.exe)
  expect(run(folder, 'http://example.com').stderr).toContain('usage')
  expect(readdirSync(empty)).toEqual([])
  rmSync(empty, { recursive: true })
})
