import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

interface Violation {
  readonly rule: { readonly name: string }
  readonly from: string
}

const rules = createRequire(import.meta.url)('./rooms.cjs') as { forbidden: { name: string }[] }

/** One planted violation of each rule: the file that breaks it, and what it says. */
const planted: Record<string, { file: string; text: string }> = {
  'no-circles': {
    file: 'src/shared/round.ts',
    // A circle of types alone is one too.
    text: `import type { b } from './trip.ts'\nexport type A = typeof b`,
  },
  'no-unresolved': { file: 'src/shared/lost.ts', text: `export * from './nowhere.ts'` },
  'shared-is-pure': { file: 'src/shared/impure.ts', text: `export { readFileSync } from 'node:fs'` },
  'preload-sees-electron-and-shared': {
    file: 'src/preload/wide.ts',
    text: `export * from '../main/http/c.ts'`,
  },
  'renderer-sees-shared': { file: 'src/renderer/ui/peek.ts', text: `export * from '../../main/http/c.ts'` },
  'renderer-has-no-node': { file: 'src/renderer/ui/disk.ts', text: `export { readFileSync } from 'node:fs'` },
  'renderer-has-no-electron': { file: 'src/renderer/ui/shell.ts', text: `export { shell } from 'electron'` },
  'sandbox-sees-shared': { file: 'src/sandbox/peek.ts', text: `export * from '../main/http/c.ts'` },
  'sandbox-rooms-know-no-server': {
    file: 'src/sandbox/orders/up.ts',
    text: `export * from '../server/s.ts'`,
  },
  'sandbox-base-knows-no-endpoint': {
    file: 'src/sandbox/control/up.ts',
    text: `export * from '../vehicles/v.ts'`,
  },
  'main-sees-shared-and-sandbox': {
    file: 'src/main/http/view.ts',
    text: `export * from '../../renderer/ui/plain.ts'`,
  },
  'electron-in-shell-only': { file: 'src/main/http/window.ts', text: `export { app } from 'electron'` },
  'a-team-is-loaded-when-there-is-one': {
    file: 'src/main/assemble/early.ts',
    text: `export * from '../team/team-link.ts'`,
  },
  'ground-knows-no-feature': { file: 'src/main/http/knows.ts', text: `export * from '../orders/o.ts'` },
  'ui-knows-no-feature': { file: 'src/renderer/ui/knows.ts', text: `export * from '../orders/view.ts'` },
  'csv-and-journal-stand-alone': {
    file: 'src/main/batch/journal/sees.ts',
    text: `export * from '../sending/s.ts'`,
  },
  'rows-are-of-no-kind': {
    file: 'src/main/import/rows/sees.ts',
    text: `export * from '../csv/c.ts'`,
  },
  'journal-does-not-know-sending': {
    file: 'src/main/batch/sending/sees.ts',
    text: `export * from '../settle/s.ts'`,
  },
  'shared-serves-main': { file: 'src/shared/window-only.ts', text: `export const w = 1` },
  'shared-serves-the-window': { file: 'src/shared/main-only.ts', text: `export const m = 1` },
  'window-writes-know-no-feature': {
    file: 'src/renderer/writes/knows.ts',
    text: `export * from '../orders/view.ts'`,
  },
  'features-meet-in-roots': {
    file: 'src/renderer/batch/meets.ts',
    text: `export * from '../orders/view.ts'`,
  },
  'features-know-no-higher-ones': {
    file: 'src/main/batch/meets.ts',
    text: `export * from '../orders/o.ts'`,
  },
  'only-the-window-knows-shell': { file: 'src/main/cli/shell.ts', text: `export * from '../shell/s.ts'` },
  'nobody-imports-a-root': { file: 'src/main/orders/root.ts', text: `export * from '../cli.ts'` },
  'window-has-no-command-line': {
    file: 'src/main/index.ts',
    text: `export * from './assemble/through.ts'`,
  },
  'main-is-built-of-decided-packages': { file: 'src/main/http/tool.ts', text: `export * from 'svelte'` },
}

const sound: Record<string, string> = {
  'src/main/cli/c.ts': `export const c = 1`,
  'src/main/assemble/through.ts': `export * from '../cli/c.ts'`,
  'src/shared/trip.ts': `import type { A } from './round.ts'\nexport const b: A[] = []`,
  'src/main/http/c.ts': `export const c = 1`,
  'src/main/orders/o.ts': `export const o = 1`,
  'src/main/import/csv/c.ts': `export const c = 1`,
  'src/main/batch/settle/s.ts': `export const s = 1`,
  'src/main/batch/sending/s.ts': `export const s = 1`,
  'src/main/shell/s.ts': `export const s = 1`,
  'src/sandbox/vehicles/v.ts': `export const v = 1`,
  'src/sandbox/server/s.ts': `export * from '../vehicles/v.ts'`,
  'src/main/cli.ts': `export * from './orders/o.ts'\nexport * from '../shared/main-only.ts'\nexport * from '../shared/both.ts'`,
  'src/main/assemble.ts': `export * from './assemble/features.ts'`,
  'src/main/assemble/features.ts': `export * from '../orders/o.ts'`,
  'src/renderer/ui/plain.ts': `export * from '../../shared/both.ts'`,
  'src/shared/both.ts': `export const both = 1`,
  'src/main/team/team-link.ts': 'export const link = 1',
  // The type of what is loaded later, and the loading of it.
  'src/main/team/team.ts': `import type { link } from './team-link.ts'\nexport const load = () => import('./team-link.ts')\nexport type L = typeof link`,
  'src/renderer/orders/view.ts': `export * from '../../shared/window-only.ts'`,
}

let house: string
let violations: Violation[]

const plant = (file: string, text: string): void => {
  mkdirSync(dirname(join(house, file)), { recursive: true })
  writeFileSync(join(house, file), `${text}\n`)
}

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'forecourt-rooms-'))
  for (const file of ['package.json', 'tsconfig.json', 'vitest.config.ts']) cpSync(file, join(house, file))
  symlinkSync(resolve('node_modules'), join(house, 'node_modules'))
  for (const { file, text } of Object.values(planted)) plant(file, text)
  for (const [file, text] of Object.entries(sound)) plant(file, text)
  const depcruise = resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = resolve('test/rooms.cjs')
  const run = spawnSync(process.execPath, [depcruise, '--config', config, '-T', 'json', 'src'], {
    cwd: house,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  })
  violations = (JSON.parse(run.stdout) as { summary: { violations: Violation[] } }).summary.violations
})
afterAll(() => rmSync(house, { recursive: true, force: true }))

it('has a planted violation for every rule', () => {
  expect(new Set(rules.forbidden.map(({ name }) => name))).toEqual(new Set(Object.keys(planted)))
})

it.each(Object.entries(planted))('catches %s', (rule, { file }) => {
  expect(violations.filter(({ rule: { name } }) => name === rule).map(({ from }) => from)).toContain(file)
})

it('leaves sound files alone', () => {
  const blamed = new Set(violations.map(({ from }) => from))
  expect(Object.keys(sound).filter((file) => file !== 'src/shared/trip.ts' && blamed.has(file))).toEqual([])
})
