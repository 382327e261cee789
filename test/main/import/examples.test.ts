import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SandboxControl } from '../../sandbox/sandbox-control.ts'
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ databasePath: ':memory:' })
})
afterAll(() => sandbox.close())

const idsOf = (file: string, encoding: string, delimiter: string): number[] => {
  const text = new TextDecoder(encoding).decode(readFileSync(`resources/examples/${file}`))
  const [, ...rows] = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true }).data
  return rows.map(([id]) => Number(id))
}

it.each([
  ['price-update.csv', 'windows-1251', ';', 60],
  ['withdraw.csv', 'utf-8', ',', 24],
])("%s names adverts of the sandbox's dealer", async (file, encoding, delimiter, count) => {
  const control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
  const ids = idsOf(file, encoding, delimiter)
  expect(ids).toHaveLength(count)
  for (const id of ids)
    expect(await control.advert(id)).toMatchObject({ userId: sandbox.userId, deleted: false })
})
