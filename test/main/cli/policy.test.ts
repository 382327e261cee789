import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { outputTo } from '../../../src/main/cli/output.ts'
import { runCommand } from '../../../src/main/cli/run.ts'
import { testEntries } from '../../scripts.ts'
import { openCounter, type Ran } from './counter.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter())

/** A command on a computer where an administrator decided this. */
async function managed(
  policy: object | string,
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  const path = counter.path('policy.json')
  writeFileSync(path, typeof policy === 'string' ? policy : JSON.stringify(policy), { mode: 0o600 })
  let out = ''
  let err = ''
  const code = await runCommand(argv, {
    entries: testEntries,
    version: '0.0.0',
    env: { ...counter.env, ...env },
    policy: { kind: 'json', path, owner: process.getuid?.() ?? 0 },
    output: outputTo({ out: (text) => (out += text), err: (text) => (err += text), live: false }),
  })
  return { code, out, err }
}

it('sends nothing to an address that is not allowed', async () => {
  const { code, err } = await managed({ serviceAddresses: ['https://api.example'] }, [
    'api',
    'GET',
    '/states',
  ])
  expect([code, await counter.control.ledger()]).toEqual([2, []])
  expect(err).toContain('Your administrator doesn’t allow this service address')
  expect(
    (await managed({ serviceAddresses: [`${counter.sandbox.baseUrl}/`] }, ['api', 'GET', '/states'])).code,
  ).toBe(0)
})

it('starts no sandbox that was turned off', async () => {
  const none = { FORECOURT_BASE_URL: '', FORECOURT_API_KEY: '', FORECOURT_USER_ID: '' }
  for (const argv of [['sandbox'], ['sync']]) {
    const { code, err } = await managed({ sandboxOff: true }, argv, none)
    expect(code).toBe(2)
    expect(err).toContain('Your administrator has turned the sandbox off')
  }
})

it('keeps to the data folder that was set', async () => {
  const dataFolder = counter.path('decided')
  const refused = await managed({ dataFolder }, ['batches'])
  expect(refused.code).toBe(2)
  expect(refused.err).toContain(`Your administrator has set the data folder: ${dataFolder}`)
  mkdirSync(dataFolder)
  expect((await managed({ dataFolder }, ['batches'], { FORECOURT_DATA_DIR: '' })).code).toBe(0)
  expect(existsSync(counter.path('decided/journal.db'))).toBe(true)
})

it('sends nothing while the policy can’t be read, shows what is saved, and says why', async () => {
  const sent = (await counter.control.ledger()).length
  const asked = await managed('{', ['api', 'GET', '/states'])
  expect([asked.code, (await counter.control.ledger()).length]).toEqual([2, sent])
  expect(asked.err).toContain('What your administrator set can’t be read')
  const listed = await managed('{', ['batches'])
  expect([listed.code, listed.err]).toEqual([0, expect.stringContaining('policy.json: JSON.')])
})
