import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

const ours = ['no-console', 'no-restricted-imports', 'no-restricted-syntax']
// The configuration as it is; a planted text is in no project, so rules that need its types are left out.
const eslint = new ESLint({
  overrideConfig: {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: false, project: null } },
  },
  ruleFilter: ({ ruleId }) => ours.includes(ruleId),
})

async function told(text: string, filePath = 'src/main/orders/planted.ts'): Promise<string[]> {
  const found = await eslint.lintText(text, { filePath })
  return found.flatMap(({ messages }) => messages.map(({ message }) => message))
}

async function errorsOf(text: string, filePath?: string): Promise<number> {
  return (await told(text, filePath)).length
}

test.each([
  'console.error("x")',
  'process.stdout.write("x")',
  'process["stderr"].write("x")',
  'const { stdout } = process; stdout.write("x")',
  'import { stdout } from "node:process"; stdout.write("x")',
  'import { writeSync } from "node:fs"; writeSync(2, "x")',
  'import { writeFileSync } from "node:fs"; writeFileSync("/dev/stdout", "x")',
])('nobody but the writer of the command line writes to a terminal: %s', async (text) => {
  expect(await errorsOf(text)).toBeGreaterThan(0)
  expect(await errorsOf(text, 'src/main/cli/watch/planted.ts')).toBeGreaterThan(0)
  expect(await errorsOf(text, 'src/sandbox/planted.ts')).toBeGreaterThan(0)
})

test('the writer itself does', async () => {
  expect(await errorsOf('process.stdout.write("x")', 'src/main/cli/output.ts')).toBe(0)
})

const begun = [
  "db.exec('BEGIN')",
  "db.exec('begin immediate')",
  'db.exec(`BEGIN; UPDATE a SET x = 1`)',
  "this.#db.exec('PRAGMA x = 1; SAVEPOINT a')",
  "db.prepare('COMMIT').run()",
  "db.exec('ROLLBACK TO a')",
  'db.exec(`RELEASE ${name}`)',
]

test.each(begun)('a transaction is begun and ended in transactions.ts alone: %s', async (text) => {
  for (const place of ['orders/planted.ts', 'planted.ts', 'storage/planted.ts', 'cli/output.ts'])
    expect(await told(text, `src/main/${place}`)).toEqual([expect.stringContaining('use inTransaction')])
  expect(await told(text, 'src/main/storage/transactions.ts')).toEqual([])
})

test('a trigger’s own BEGIN is none', async () => {
  const text = "db.exec('CREATE TRIGGER t BEFORE DELETE ON a BEGIN SELECT 1; END')"
  expect(await told(text, 'src/main/orders/planted.ts')).toEqual([])
})

const oxlint = (args: readonly string[]): string =>
  spawnSync(process.execPath, [join('node_modules', 'oxlint', 'bin', 'oxlint'), ...args], {
    encoding: 'utf8',
  }).stdout

const configuration = z.object({ rules: z.record(z.string(), z.unknown()) })
const bare = (rule: string): string => rule.replace(/^(@typescript-eslint|typescript)\//, '')
const severity = (setting: unknown): unknown => (Array.isArray(setting) ? setting[0] : setting)

/** ESLint's rules for a component that do not hold for a .ts file by oxlint, and what holds there instead. */
const elsewhere = [
  // A module with an octal number does not compile.
  'no-octal',
  // oxlint has it not: see `nominal` in eslint.config.js.
  'no-unsafe-class-instance-assignment',
  // The sources have no enum: their types are stripped, not compiled.
  'no-unsafe-enum-assignment',
]

test('oxlint holds every rule for a .ts file that ESLint holds for a component', async () => {
  const component = configuration.parse(await new ESLint().calculateConfigForFile('src/renderer/App.svelte'))
  const plain = configuration.parse(JSON.parse(oxlint(['--print-config', '.'])))
  const held = new Set(
    Object.entries(plain.rules).flatMap(([rule, setting]) =>
      severity(setting) === 'deny' ? [bare(rule)] : [],
    ),
  )
  const rules = Object.entries(component.rules).flatMap(([rule, setting]) =>
    severity(setting) === 2 && !rule.startsWith('svelte/') ? [bare(rule)] : [],
  )
  expect(rules.length).toBeGreaterThan(100)
  expect(rules.filter((rule) => !held.has(rule))).toEqual(elsewhere)
})

/** What `npm run check:types` has oxlint say of a text. */
function checked(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-lint-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  writeFileSync(join(folder, 'planted.ts'), `${text}\n`)
  const compilerOptions = { strict: true, target: 'ES2024', types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const { scripts } = z
    .object({ scripts: z.object({ 'check:types': z.templateLiteral(['oxlint ', z.string()]) }) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const [command = ''] = scripts['check:types'].split(' && ')
  return oxlint([...command.split(' ').slice(1), '--config', '.oxlintrc.json', folder])
}

test.each([
  ['no-floating-promises', 'export function f(): void { Promise.resolve() }'],
  ['no-misused-promises', 'export function f(g: Promise<void>): number { return g ? 1 : 2 }'],
  [
    'no-unsafe-assignment',
    'export const f: unknown[] = [JSON.parse("1")].map((each) => { const x = each; return x })',
  ],
  ['no-unnecessary-condition', 'export const f = (g: { a: 1 }): number => g?.a ?? 2'],
  ['require-await', 'export async function f() { return 1 }'],
  ['no-deprecated', '/** @deprecated since then */ function f() {}\nf()'],
  ['no-explicit-any', 'export type F = any'],
  ['no-cond-assign', 'export function f(g: number): void { if (g = 1) throw new Error() }'],
  ['no-useless-assignment', 'export function f(): number { let g = 1; g = 2; return g }'],
])('oxlint refuses %s', (rule, text) => {
  expect(checked(text)).toContain(`(${rule})`)
})

test.each([
  ['TS2322', 'export const f: number = "1"'],
  ['TS2591', 'export const f: string = process.version'],
])('oxlint refuses what does not compile: %s', (code, text) => {
  expect(checked(text)).toContain(`(${code})`)
})

test.each(['export const f = (g: number) => void g', 'export class F { a = 1 }'])(
  'what oxlint does not see, ESLint does: %s',
  async (text) => {
    for (const place of [
      'main/planted.ts',
      'main/cli/output.ts',
      'shared/planted.ts',
      'renderer/ui/planted.svelte.ts',
    ])
      expect(await errorsOf(text, `src/${place}`)).toBe(1)
  },
)
