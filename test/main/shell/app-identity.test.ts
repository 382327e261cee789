import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { linkScheme } from '#shared/settings/app-link.ts'
import { appId, introduce } from '../../../src/main/shell/app-identity.ts'

it.each([
  ['win32', true, [appId, 'forecourt:']],
  ['win32', false, [appId]],
  ['linux', true, [appId]],
  ['darwin', true, [appId]],
] as const)(
  'on %s (installed: %s) the system is told who it is, and of links where nothing else tells',
  (platform, isPackaged, expected) => {
    const told: string[] = []
    introduce(
      {
        isPackaged,
        setAppUserModelId: (id) => void told.push(id),
        setAsDefaultProtocolClient: (scheme) => told.push(`${scheme}:`) > 0,
      },
      platform,
    )
    expect(told).toEqual(expected)
  },
)

it('has the desktop entry by which Linux finds its icon', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ desktopName: 'forecourt.desktop' })
})

it('is the same app to its packages', () => {
  const described = readFileSync('electron-builder.yml', 'utf8')
  expect(described).toContain(`\nappId: ${appId}\n`)
  expect(described).toContain(`\n    schemes: [${linkScheme}]\n`)
})

it('takes tables from no other program: Windows offers it, and forgets it with it', () => {
  const described = readFileSync('electron-builder.yml', 'utf8')
  const parts = described.split(/^(?=\S+:)/m).filter((part) => part.includes('fileAssociations'))
  expect(parts.map((part) => /^\w+/.exec(part)?.[0])).toEqual(['linux', 'mac'])
  const installer = readFileSync('resources/package/installer.nsh', 'utf8')
  const [, ...macros] = installer.split('!macro custom')
  const [offered, taken] = macros.map((macro) =>
    [...macro.matchAll(/(\w+) "(csv|xlsx)"/g)].map(([all]) => all),
  )
  expect(offered).toEqual(['offerFor "csv"', 'offerFor "xlsx"'])
  expect(taken).toEqual(['noLongerFor "csv"', 'noLongerFor "xlsx"'])
  expect(installer).not.toMatch(/WriteRegStr SHELL_CONTEXT "Software\\Classes\\\./)
})

it('has an AppImage that needs no library of FUSE', () => {
  expect(readFileSync('electron-builder.yml', 'utf8')).toContain('\ntoolsets:\n  appimage: 1.0.3\n')
})
