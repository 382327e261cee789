import { createServer, type AddressInfo } from 'node:net'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { scriptPath } from '../../scripts.ts'
import { folderOfTest } from '../../folders.ts'

const cli = scriptPath('cli')
const key = `Kk+/"${'0123456789'.repeat(3)}abcde`

/** The command line as a process of its own; `before` is a script that runs in it first. */
function start(words: readonly string[], env: NodeJS.ProcessEnv, before = '') {
  const folder = folderOfTest()
  const options = ['--disable-warning=ExperimentalWarning', '--import', `data:text/javascript,${before}`]
  const child = spawn(process.execPath, [...options, cli, ...words], {
    env: {
      ...process.env,
      LANG: 'C',
      FORECOURT_DATA_DIR: folder,
      XDG_CONFIG_HOME: folder,
      FORECOURT_API_KEY: key,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code, err }))
  return { child, ended }
}

test('a reader that has read enough is no error', async () => {
  const sandbox = await startSandbox({ databasePath: ':memory:', adverts: 20 })
  onTestFinished(() => sandbox.close())
  const { child, ended } = start(['orders', '--json'], {
    FORECOURT_BASE_URL: sandbox.baseUrl,
    FORECOURT_USER_ID: String(sandbox.userId),
    FORECOURT_API_KEY: sandbox.key,
  })
  child.stdout.destroy()
  const { code, err } = await ended
  expect(err).toMatch(/^\d+ orders\.\n$/)
  expect(code).toBe(0)
})

test('what nobody caught ends the process in words, also for programs, and without the key', async () => {
  const silent = createServer(() => undefined)
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const address = { FORECOURT_BASE_URL: `http://127.0.0.1:${port}`, FORECOURT_USER_ID: '1' }
  const thrown = "throw new Error('GET /x?key=' + encodeURIComponent(process.env.FORECOURT_API_KEY))"
  const caught = "process.listenerCount('uncaughtException') > 0 || performance.now() > 60000"
  const crash = `const t = setInterval(() => { if (${caught}) { clearInterval(t); ${thrown} } }, 300)`
  const { child, ended } = start(['orders', '--json'], address, encodeURIComponent(crash))
  const [out, { code, err }] = await Promise.all([text(child.stdout), ended])
  expect(code).toBe(2)
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'internal', details: {} } })
  expect(err).toContain('GET /x?key=[key]')
  expect(err).toContain('Something went wrong inside the app.')
  expect(err).not.toContain('0123456789')
}, 120_000)
