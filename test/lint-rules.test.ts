import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { folderOfFile } from './folders.ts'

const folder = folderOfFile()

/** Places of planted texts, each with what oxlint has to say of it: words of its own rule, or null for none. */
const planted = new Map<string, RegExp | null>()

/** Plants a text at a place of its own in a folder of the sources. */
function plant(at: string, text: string, words: RegExp | null): void {
  const place = at.endsWith('/') ? `${at}planted-${planted.size}.ts` : at
  mkdirSync(join(folder, dirname(place)), { recursive: true })
  writeFileSync(join(folder, place), `${text}\n`)
  planted.set(place, words)
}

const oneWriter = /\((no-console|no-restricted-imports)\)|take an Output/

// Nothing but the writer of the command line writes to a terminal.
const written = [
  'console.error("x")',
  'process.stdout.write("x")',
  'process["stderr"].write("x")',
  'const { stdout } = process; stdout.write("x")',
  'import { stdout } from "node:process"; stdout.write("x")',
  'import { writeSync } from "node:fs"; writeSync(2, "x")',
  'import { writeFileSync } from "node:fs"; writeFileSync("/dev/stdout", "x")',
]
for (const text of written)
  for (const at of ['src/main/orders/', 'src/main/cli/watch/', 'src/sandbox/']) plant(at, text, oneWriter)
plant('src/main/cli/output.ts', 'process.stdout.write("x")', null)

// What a virus scanner may hold for a moment is renamed again.
for (const text of [
  'import { renameSync } from "node:fs"; renameSync("a", "b")',
  'import { rename } from "node:fs/promises"; void rename("a", "b")',
]) {
  plant('src/main/orders/', text, /import from 'node:fs.*' is restricted/)
  plant('src/main/cli/watch/', text, /import from 'node:fs.*' is restricted/)
}

// A transaction is begun and ended in transactions.ts alone; the BEGIN of a trigger is none.
const begun = [
  'exec("BEGIN")',
  'exec("begin immediate")',
  'exec(`BEGIN; UPDATE a SET x = 1`)',
  'exec("PRAGMA x = 1; SAVEPOINT a")',
  'prepare("COMMIT").run()',
  'exec("ROLLBACK TO a")',
]
for (const text of begun)
  for (const at of ['src/main/orders/', 'src/main/', 'src/main/storage/'])
    plant(at, `db.${text}`, /use inTransaction/)
plant('src/main/storage/transactions.ts', 'db.exec("BEGIN")', null)
plant('src/main/shell/self-test.ts', 'db.exec("BEGIN")', /use inTransaction/)
const trigger = 'db.exec("CREATE TRIGGER t BEFORE DELETE ON a BEGIN SELECT 1; END")'
plant('src/main/orders/', trigger, null)

for (const at of ['src/main/', 'src/shared/', 'src/renderer/ui/planted.svelte.ts']) {
  plant(at.replace('planted', 'voided'), 'export const f = (g: number) => void g', /void discards/)
  plant(at, 'export class F { a = 1 }', /a #member/)
}

const typed: readonly (readonly [rule: string, text: string])[] = [
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
  ['TS2322', 'export const f: number = "1"'],
  ['TS2591', 'export const f: string = process.version'],
]
for (const [rule, text] of typed) plant('typed/', text, new RegExp(`\\(${rule}\\)`))

const answer = z.object({
  diagnostics: z.array(z.object({ message: z.string(), code: z.string(), filename: z.string() })),
})

/** What `npm run check:types` has oxlint say, by the place of the planted text. */
function said(): ReadonlyMap<string, string> {
  const rules = readFileSync('.oxlintrc.json', 'utf8')
  const plugin = 'oxlint-plugin-eslint'
  writeFileSync(
    join(folder, '.oxlintrc.json'),
    rules.replace(plugin, resolve('node_modules', plugin, 'index.js')),
  )
  const compilerOptions = { strict: true, target: 'ES2024', module: 'preserve', types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const { scripts } = z
    .object({ scripts: z.object({ 'check:types': z.templateLiteral(['oxlint ', z.string()]) }) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const args = scripts['check:types'].split(' && ')[0]?.split(' ').slice(1) ?? []
  const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), [...args, '--format', 'json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const found = new Map<string, string>()
  for (const { message, code, filename } of answer.parse(JSON.parse(stdout)).diagnostics) {
    const rule = /\(([\w-]+)\)/.exec(code)?.[1] ?? code
    found.set(filename, `${found.get(filename) ?? ''} ${message} (${rule})`)
  }
  return found
}

test('oxlint refuses each planted text by its own rule', () => {
  const found = said()
  const ours = /\((no-console|no-restricted-imports|no-restricted-syntax)\)/
  for (const [place, words] of planted)
    if (words === null) expect(found.get(place) ?? '').not.toMatch(ours)
    else expect(`${place}: ${found.get(place)}`).toMatch(words)
})
