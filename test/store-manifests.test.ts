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

const https = z.url({ protocol: /^https$/ }).max(2_048)
const ofWinget = {
  PackageIdentifier: z.string().regex(/^[^.\s\\/:*?"<>|]{1,32}(?:\.[^.\s\\/:*?"<>|]{1,32}){1,7}$/),
  PackageVersion: z.literal(version),
  ManifestVersion: z.literal('1.9.0'),
}

/** The manifest schemas of winget 1.9, as far as these manifests go; what they don't know is refused. */
const winget = {
  '': z.strictObject({ ...ofWinget, DefaultLocale: z.literal('en-US'), ManifestType: z.literal('version') }),
  '.installer': z.strictObject({
    ...ofWinget,
    MinimumOSVersion: z.string().regex(/^\d{1,5}(?:\.\d{1,5}){0,3}$/),
    UpgradeBehavior: z.enum(['install', 'uninstallPrevious', 'deny']),
    ReleaseDate: z.string().regex(/^\d{4}-\d\d-\d\d$/),
    FileExtensions: z.array(z.string().regex(/^[^./\\]{1,64}$/)),
    Protocols: z.array(z.string().regex(/^[a-z][-a-z0-9.+]{0,39}$/)),
    Installers: z.array(
      z.strictObject({
        Architecture: z.enum(['x86', 'x64', 'arm', 'arm64', 'neutral']),
        InstallerType: z.enum(['msix', 'msi', 'appx', 'exe', 'zip', 'inno', 'nullsoft', 'wix', 'burn']),
        Scope: z.enum(['user', 'machine']),
        InstallerUrl: https,
        InstallerSha256: z.string().regex(/^[A-F0-9]{64}$/),
      }),
    ),
    ManifestType: z.literal('installer'),
  }),
  '.locale.en-US': z.strictObject({
    ...ofWinget,
    PackageLocale: z.literal('en-US'),
    Publisher: z.string().min(2).max(256),
    PackageName: z.string().min(2).max(256),
    PackageUrl: https,
    License: z.string().min(3).max(512),
    LicenseUrl: https,
    ShortDescription: z.string().min(3).max(256),
    Description: z.string().min(3).max(10_000),
    ReleaseNotesUrl: https,
    ManifestType: z.literal('defaultLocale'),
  }),
}

it('winget: three files as its schemas want them, with both installers', () => {
  const names = readdirSync(join(folder, 'manifests/winget', version)).sort()
  expect(names).toEqual(
    Object.keys(winget)
      .map((part) => `Forecourt.Forecourt${part}.yaml`)
      .sort(),
  )
  const manifests = Object.fromEntries(
    Object.entries(winget).map(([part, schema]) => [
      part,
      schema.parse(parse(read(`winget/${version}/Forecourt.Forecourt${part}.yaml`))),
    ]),
  )
  expect(manifests['.installer']).toMatchObject({
    Installers: (
      [
        ['nullsoft', 'user', files.exe],
        ['wix', 'machine', files.msi],
      ] as const
    ).map(([InstallerType, Scope, file]) => ({
      ...{ InstallerType, Scope, InstallerUrl: addressOf(file) },
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
    ...['version', 'sha256', 'url', 'name', 'desc', 'homepage', 'depends_on', 'app', 'binary', 'uninstall'],
  ])
  const [, about = ''] = /^ {2}desc "(.*)"$/m.exec(text) ?? []
  expect(about).toMatch(/^(?!(?:An?|The) )[A-Z].{0,78}[^.]$/)
  expect(about).not.toContain('Forecourt')
})

/** A manifest of flatpak-builder, as far as this one goes. */
const flatpak = z.strictObject({
  id: z.string().regex(/^[a-z]+(?:\.[a-z]+){2,}$/),
  runtime: z.string(),
  'runtime-version': z.string(),
  sdk: z.string(),
  base: z.string(),
  'base-version': z.string(),
  command: z.string(),
  'separate-locales': z.boolean(),
  'finish-args': z.array(z.string().startsWith('--')),
  modules: z.tuple([
    z.strictObject({
      name: z.string(),
      buildsystem: z.literal('simple'),
      'build-commands': z.array(z.string()),
      sources: z.tuple([
        z.strictObject({
          type: z.literal('file'),
          url: https,
          sha256: z.string().regex(/^[a-f0-9]{64}$/),
          'dest-filename': z.string(),
          'only-arches': z.array(z.string()),
        }),
        z.strictObject({
          type: z.literal('script'),
          'dest-filename': z.string(),
          commands: z.array(z.string()),
        }),
        z.strictObject({ type: z.literal('file'), path: z.string() }),
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
