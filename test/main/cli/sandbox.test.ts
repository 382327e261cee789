import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, expect, it } from 'vitest'
import { SandboxControl } from '../../sandbox/sandbox-control.ts'
import { scriptPath } from '../../scripts.ts'
import { runHere } from './run-here.ts'
import { folderOfTest } from '../../folders.ts'

const child = scriptPath('command-child')

const realKey = 'r'.repeat(40)

let folder: string
beforeEach(() => {
  folder = folderOfTest()
})

/** The command in a process of its own. */
const started = (locale: string, ...options: string[]) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, 'sandbox', ...options], {
    env: { ...process.env, FORECOURT_DATA_DIR: folder, FORECOURT_API_KEY: realKey, LC_ALL: locale },
  })

/** What a process that refuses says, and how it ends. */
async function refused(locale: string, ...options: string[]): Promise<{ said: string; code: unknown }> {
  const process = started(locale, ...options)
  let said = ''
  process.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { code: (await once(process, 'close'))[0] as unknown, said }
}

it('runs a live world from a week ago as it is asked to, for any page, and says which port or host it can’t have', async () => {
  const world = ['--live-world', '--speed', '2', '--seed', '7', '--host', '127.0.0.1']
  const sandbox = started('en', ...world, '--new-elsewhere', '--adverts', '20', '--own-share', '50')
  try {
    const printed: Record<string, string> = {}
    for await (const line of createInterface(sandbox.stdout)) {
      const [name = '', value = ''] = line.split('=')
      printed[name] = value
      if (name === 'FORECOURT_SANDBOX_TOKEN') break
    }
    const baseUrl = printed.FORECOURT_BASE_URL ?? ''
    expect(printed.FORECOURT_API_KEY).not.toBe(realKey)
    const control = new SandboxControl(baseUrl, printed.FORECOURT_SANDBOX_TOKEN ?? '')
    const clock = await control.clock()
    expect(clock.speed).toBe(2)
    expect(clock.behind).toBeGreaterThan(6.9 * 86_400)
    expect(await control.modes()).toEqual({ profile: 'contract', newElsewhere: true, off: {} })
    const states = await fetch(`${baseUrl}/states?api_key=${printed.FORECOURT_API_KEY}`)
    expect([states.status, states.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const { port } = new URL(baseUrl)
    const taken = await refused('uk', '--port', port)
    expect(taken.code).toBe(2)
    expect(taken.said).toContain(`Порт ${port} вже зайняла інша програма.`)
    expect(taken.said).toContain('не вказуйте --port')
    expect(taken.said).not.toMatch(/\n\s+at |EADDRINUSE|data folder/)
  } finally {
    // A terminal that is closed.
    sandbox.kill('SIGHUP')
    expect(await once(sandbox, 'close')).toEqual([0, null])
  }
  const nowhere = await refused('en', '--host', '203.0.113.7')
  expect(nowhere).toMatchObject({
    code: 2,
    said: expect.stringContaining('no address 203.0.113.7') as string,
  })
})

it('is started once at most by a command that makes no call, which sees the same stock', async () => {
  /** The command on the sandbox account of the folder; what it prints. */
  const run = async (...argv: string[]): Promise<string> => {
    const { out, err } = await runHere({ FORECOURT_DATA_DIR: folder, LC_ALL: 'en_US.UTF-8' }, '', ...argv)
    return out + err
  }
  /** Changes at each start of the sandbox, which notes its port again. */
  const startOf = (): number => statSync(join(folder, 'sandbox/port')).ino
  const file = join(folder, 'prices.csv')
  writeFileSync(file, 'auto_id,price,currency,action\n39000001,12000,USD,edit\n')
  const first = await run('import', file)
  expect(first).toContain('Would create 0, edit 1')
  const begun = startOf()
  for (const words of [['import', file], ['batches'], ['quota'], ['staged']]) {
    expect(await run(...words)).not.toContain('Usage:')
    expect(startOf(), words.join(' ')).toBe(begun)
  }
  expect(await run('import', file)).toBe(first)
  await run('import', file, '--commit', '--yes')
  expect(startOf()).not.toBe(begun)
  expect(await run('batches')).toContain('prices.csv')
})
