import { ESLint, type Linter } from 'eslint'
import { expect, test } from 'vitest'

interface Configs {
  readonly default: readonly Linter.Config[]
}
const file = new URL('../eslint.config.js', import.meta.url).href
const { default: configs } = (await import(file)) as Configs
const rule = configs.find(({ name }) => name?.endsWith('one-writer'))
if (!rule) throw new Error('The rule is gone')

const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: [rule] })

async function errorsOf(text: string, filePath = 'src/main/orders/planted.ts'): Promise<number> {
  const found = await eslint.lintText(text, { filePath })
  return found[0]?.errorCount ?? 0
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
