import { ESLint } from 'eslint'
import { expect, test } from 'vitest'

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
