import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../sandbox/running.ts'
import { SandboxControl } from '../../sandbox/sandbox-control.ts'
import { scriptPath } from '../../scripts.ts'

const child = scriptPath('command-child')

const realKey = 'r'.repeat(40)

/** The command in a process of its own, on the data folder. */
const started = (dataDir: string, ...options: string[]) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, 'sandbox', ...options], {
    env: { ...process.env, FORECOURT_DATA_DIR: dataDir, FORECOURT_API_KEY: realKey, LC_ALL: 'en_US.UTF-8' },
  })

/** What a process that refuses says, and how it ends. */
async function refused(dataDir: string, ...options: string[]): Promise<{ said: string; code: unknown }> {
  const process = started(dataDir, ...options)
  let said = ''
  process.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { code: (await once(process, 'close'))[0] as unknown, said }
}

it('runs a live world from a week ago as fast as is asked, for any page, and says which port or host it can’t have', async () => {
  const folder = await temporaryFolder()
  const sandbox = started(folder, '--live-world', '--speed', '2', '--seed', '7', '--host', '127.0.0.1')
  try {
    const printed: Record<string, string> = {}
    for await (const line of createInterface(sandbox.stdout)) {
      const [name = '', value = ''] = line.split('=')
      printed[name] = value
      if (name === 'FORECOURT_SANDBOX_TOKEN') break
    }
    const baseUrl = printed.FORECOURT_BASE_URL ?? ''
    expect(printed.FORECOURT_API_KEY).not.toBe(realKey)
    const clock = await new SandboxControl(baseUrl, printed.FORECOURT_SANDBOX_TOKEN ?? '').clock()
    expect(clock.speed).toBe(2)
    expect(clock.behind).toBeGreaterThan(6.9 * 86_400)
    const states = await fetch(`${baseUrl}/states?api_key=${printed.FORECOURT_API_KEY}`)
    expect([states.status, states.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const { port } = new URL(baseUrl)
    const taken = await refused(folder, '--port', port)
    expect(taken).toMatchObject({ code: 2, said: expect.stringContaining(`port ${port} already`) as string })
  } finally {
    // A terminal that is closed.
    sandbox.kill('SIGHUP')
    expect(await once(sandbox, 'close')).toEqual([0, null])
  }
  const nowhere = await refused(folder, '--host', '203.0.113.7')
  expect(nowhere).toMatchObject({
    code: 2,
    said: expect.stringContaining('no address 203.0.113.7') as string,
  })
})
