import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forkChild } from '../../../src/main/system/fork-child.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'forecourt-fork-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

test('passes the environment on, but not the key of the command line', async () => {
  const entry = join(directory, 'environment.mjs')
  await writeFile(entry, `process.on('message', () => process.send(process.env))`)
  const env = { ...process.env, FORECOURT_API_KEY: 'k'.repeat(40), FORECOURT_DATA_DIR: '/somewhere' }
  const child = forkChild(entry, env)
  try {
    const answer = new Promise((resolve) => child.onMessage(resolve))
    child.post('environment?')
    const seen = (await answer) as { FORECOURT_DATA_DIR: string }
    expect(seen.FORECOURT_DATA_DIR).toBe('/somewhere')
    expect(JSON.stringify(seen)).not.toContain('k'.repeat(40))
  } finally {
    child.kill()
  }
})

test('tells of an end, and posting to the dead is not an error', async () => {
  const entry = join(directory, 'ends.mjs')
  await writeFile(entry, `process.exit(3)`)
  const child = forkChild(entry)
  await new Promise<void>((resolve) => child.onExit(resolve))
  expect(() => child.post('anybody?')).not.toThrow()
})
