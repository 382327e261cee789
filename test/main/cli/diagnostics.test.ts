import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptPath } from '../../scripts.ts'
import { isWhole, spread, wholeTest } from '../../whole.ts'
import { folderOfTest } from '../../folders.ts'

const cli = scriptPath('cli')
const middle = 'SECRETkey0123456789abcdefghijklmno'
const key = `${middle}R+/%"\\`

/** A part of the key as it would stand in what Node prints: as text, or as the bytes of a Buffer. */
const traces = [middle.slice(4, 16), Buffer.from(middle.slice(4, 16)).toString('hex')].flatMap((each) => [
  each,
  each.replace(/..(?!$)/g, '$& '),
])

/** A service that gives back what it was asked. */
const service = createServer((request, response) => {
  const message = `no ${request.url ?? ''}`
  response
    .writeHead(400, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { code: 'x', message } }))
})
beforeAll(() => once(service.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void service.close())

/** Runs a request to the service, and gives all that was written anywhere. */
async function run(
  env: NodeJS.ProcessEnv,
  before = '',
): Promise<{ code: number | null; written: string; files: string[] }> {
  const folder = folderOfTest()
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const options = [
    '--disable-warning=ExperimentalWarning',
    '--import',
    `data:text/javascript,${encodeURIComponent(before)}`,
  ]
  const words = ['api', 'GET', '/states', '--user-id', '1', '--base-url', address]
  const child = spawn(process.execPath, [...options, cli, ...words], {
    cwd: folder,
    env: {
      ...process.env,
      LANG: 'C',
      FORECOURT_DATA_DIR: join(folder, 'data'),
      XDG_CONFIG_HOME: folder,
      FORECOURT_API_KEY: key,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const files = entries.map((entry) => join(entry.parentPath, entry.name))
  const written = Buffer.concat([...said, ...files.map((file) => readFileSync(file))]).toString('latin1')
  return { code, written, files }
}

const told: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  debug: { NODE_DEBUG: '*', FORCE_COLOR: '1' },
  traces: {
    NODE_V8_COVERAGE: 'coverage',
    SSLKEYLOGFILE: 'keys.log',
    NODE_DEBUG_NATIVE:
      'async_wrap,crypto,http2,inspector_server,inspector_profiler,sea,stream,wasi,worker,mksnapshot',
  },
  options: {
    NODE_OPTIONS: [
      '--report-uncaught-exception --report-on-fatalerror --report-on-signal --cpu-prof --inspect=127.0.0.1:0',
      '--trace-env --trace-exit --trace-warnings --trace-uncaught --trace-deprecation --trace-sigint',
      '--trace-event-categories=node,node.http,node.net.native,node.environment,v8',
    ].join(' '),
  },
}
test.each(isWhole ? Object.values(told) : [Object.assign({}, ...Object.values(told)) as NodeJS.ProcessEnv])(
  'nothing that Node tells about the process has the key: %j',
  async (env) => {
    const { code, written } = await run(env)
    expect(code).toBe(2)
    expect(written).toContain('[key]')
    for (const trace of traces) expect(written).not.toContain(trace)
  },
  180_000,
)

test.each(spread(['writeReport()', 'throw'], 1))(
  'a diagnostic report has neither the environment nor the message: %s',
  async (how) => {
    const failing = "const e = new Error('key=' + process.env.FORECOURT_API_KEY)"
    const act = how === 'throw' ? 'throw e' : 'process.report.writeReport()'
    const ready = "process.listenerCount('uncaughtException') > 0"
    const before = `const t = setInterval(() => { if (${ready}) { clearInterval(t); ${failing}; ${act} } }, 1)`
    const { written, files } = await run({ NODE_OPTIONS: '--report-uncaught-exception' }, before)
    expect(files.filter((file) => /report\.[^/]+\.json$/.test(file))).toHaveLength(how === 'throw' ? 0 : 1)
    for (const trace of traces) expect(written).not.toContain(trace)
  },
  180_000,
)

wholeTest(
  'nor is one written if the end after an uncaught error fails itself',
  async () => {
    const ready = "process.listenerCount('uncaughtException') > 0"
    const failing = "process.on('exit', () => { throw new Error('twice') }); throw new Error('once')"
    const before = `const t = setInterval(() => { if (${ready}) { clearInterval(t); ${failing} } }, 1)`
    const { code, written, files } = await run({ NODE_OPTIONS: '--report-uncaught-exception' }, before)
    expect([code, written]).toEqual([7, expect.stringContaining('twice')])
    expect(files.filter((file) => file.includes('report.'))).toEqual([])
  },
  180_000,
)
