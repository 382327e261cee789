import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EmbeddedSandbox } from '../../../src/main/accounts/embedded-sandbox.ts'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { temporaryFolder } from '../../sandbox/running.ts'

const sandboxOf = (dataDir: string): EmbeddedSandbox => {
  const sandbox = new EmbeddedSandbox(dataDir, startSandbox)
  onTestFinished(() => sandbox.close())
  return sandbox
}

test('a sandbox that runs is used, one of a copied folder at the address of a killed one is not', async () => {
  const own = await temporaryFolder()
  const copy = await temporaryFolder()
  const { baseUrl } = await sandboxOf(own).endpoint()
  expect(await sandboxOf(own).endpoint()).toMatchObject({ baseUrl })

  cpSync(own, copy, { recursive: true })
  const notice = join(copy, 'sandbox', 'running.json')
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(notice, JSON.stringify({ ...JSON.parse(readFileSync(notice, 'utf8')), pid }))
  const ofCopy = await sandboxOf(copy).endpoint()
  expect(ofCopy.baseUrl).not.toBe(baseUrl)
})
