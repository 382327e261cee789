import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const script = `
  const { app } = await import(${JSON.stringify(new URL('app.ts', import.meta.url).href)})
  const { hardenApp } = await import(${JSON.stringify(new URL('../../src/main/shell/hardening.ts', import.meta.url).href)})
  const found = hardenApp(app, { platform: 'linux', env: {}, getuid: () => 1000 })
  const has = (name) => app.commandLine.hasSwitch(name)
  console.log(JSON.stringify({ ...found, port: has('remote-debugging-port'), off: has('no-sandbox'), lang: app.commandLine.getSwitchValue('lang'), args: process.argv.length }))
  process.exit(0)
`

/** What is left of an app's switches after it was hardened, in a process that was started with them. */
function hardened(packaged: boolean): unknown {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '--eval',
      script,
      'app',
      '-remote-debugging-port=9222',
      '--no-sandbox',
      '--lang=uk',
    ],
    { encoding: 'utf8', env: { ...process.env, FORECOURT_HOST_PACKAGED: packaged ? '1' : '' } },
  )
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

test('an installed app is rid of switches that open it, and of one that switches the sandbox off', () => {
  const left = { hasSandbox: true, off: false, lang: 'uk', args: 4 }
  expect(hardened(true)).toEqual({ ...left, disobeyed: ['remote-debugging-port'], port: false })
  expect(hardened(false)).toEqual({ ...left, disobeyed: [], port: true, args: 5 })
})
