import { writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { EventEmitter } from 'node:events'
import type { UtilityProcess } from 'electron'
import { expect, onTestFinished, test, vi } from 'vitest'
import { forkUtility, type UtilityForks } from '../../../src/main/shell/fork-utility.ts'
import { folderOfTest } from '../../folders.ts'

const secret = 'k'.repeat(40)
const talkative = {
  FORECOURT_API_KEY: secret,
  NODE_OPTIONS: '--trace-warnings',
  NODE_DEBUG: 'child_process',
  NODE_DEBUG_NATIVE: 'http2',
  SSLKEYLOGFILE: '/tmp/never',
}

/** Runs a parent of a child that tells its environment, and writes what it was sent to both of its streams. */
function parentOf(variables: NodeJS.ProcessEnv): { said: string; told: Record<string, string> } {
  const folder = folderOfTest()
  const child = join(folder, 'child.mjs')
  writeFileSync(
    child,
    `process.on('message', (message) => {
      console.log('out', message.key)
      console.error('err', message.key)
      process.stdin.on('data', () => undefined)
      process.send({ env: process.env, execArgv: process.execArgv })
    })`,
  )
  const parent = join(folder, 'parent.mjs')
  const forkChild = new URL('../../../src/main/system/fork-child.ts', import.meta.url).href
  writeFileSync(
    parent,
    `import { forkChild } from ${JSON.stringify(forkChild)}
    const child = forkChild(${JSON.stringify(child)}, { ...process.env, ...${JSON.stringify(variables)} })
    child.onMessage((message) => {
      console.log(JSON.stringify(message))
      setTimeout(() => child.kill(), 300)
    })
    child.onExit(() => process.exit(0))
    child.post({ key: ${JSON.stringify(secret)} })
    setTimeout(() => undefined, 20_000)`,
  )
  const { stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', parent], {
    encoding: 'utf8',
  })
  const [line = '{}'] = stdout.split('\n')
  return { said: stdout + stderr, told: (JSON.parse(line) as { env: Record<string, string> }).env }
}

test("a child of plain Node inherits neither the key nor what would make it talk, and its streams are nobody's", () => {
  const { said, told } = parentOf({ ...talkative, FORECOURT_DATA_DIR: '/data' })
  expect(told).toMatchObject({ FORECOURT_DATA_DIR: '/data', PATH: process.env.PATH })
  for (const name of Object.keys(talkative)) expect(told).not.toHaveProperty(name)
  expect(said).not.toContain(secret)
  expect(said).not.toMatch(/^(?:out|err)/m)
}, 180_000)

test('nor does a utility process', () => {
  const forked: Parameters<UtilityForks['fork']>[] = []
  const child = Object.assign(new EventEmitter(), { postMessage: vi.fn(), kill: vi.fn(), pid: undefined })
  for (const [name, value] of Object.entries({ ...talkative, FORECOURT_LOCALE: 'uk', node_debug: 'net' }))
    vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const port = forkUtility(
    {
      fork: (...call) => {
        forked.push(call)
        return child as unknown as UtilityProcess
      },
    },
    '/app/keychain-child.cjs',
    'Forecourt keychain',
  )
  const [entry, args, { env, ...options } = { env: {} }] = forked[0] ?? []
  expect([entry, args, options]).toEqual([
    '/app/keychain-child.cjs',
    [],
    { stdio: 'ignore', serviceName: 'Forecourt keychain' },
  ])
  expect(env).toMatchObject({ FORECOURT_LOCALE: 'uk', PATH: process.env.PATH })
  for (const name of [...Object.keys(talkative), 'node_debug']) expect(env).not.toHaveProperty(name)
  port.post({ key: secret })
  expect(child.postMessage).toHaveBeenCalledWith({ key: secret })
})
