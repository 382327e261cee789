/**
 * Runs a command where a keychain answers: `with-keyring.mjs vitest run`. On a Linux machine without one (a server, a
 * container) that is a session bus of its own with an unlocked gnome-keyring whose files lie in a temporary folder, so
 * a person's own keyring is never touched.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runInForeground } from './child.mjs'

const service = 'org.freedesktop.secrets'
const patience = 10_000
const bin = join(import.meta.dirname, '..', 'node_modules', '.bin')
const env = { ...process.env, PATH: bin + delimiter + (process.env.PATH ?? '') }

if (process.platform !== 'linux' || hasKeyring(env)) run(env)
else await runWithOwnKeyring()

function run(environment, onExit) {
  const [name, ...args] = process.argv.slice(2)
  // On Windows the commands of node_modules/.bin are scripts of its shell.
  const viaShell = process.platform === 'win32' ? ['cmd', ['/c', name, ...args]] : [name, args]
  runInForeground(...viaShell, { env: environment, onExit })
}

async function runWithOwnKeyring() {
  // The keyring's files go to a home of their own; the caches of browsers and tools stay where they are.
  const home = mkdtempSync(join(tmpdir(), 'forecourt-keyring-'))
  const daemons = []
  const end = () => {
    for (const daemon of daemons) daemon.kill()
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
  const start = (command, args, environment, stdio) => {
    const daemon = spawn(command, args, { env: environment, stdio })
    daemon.on('error', ({ message }) => giveUp(message, end))
    daemons.push(daemon)
    return daemon
  }
  const own = { ...env, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home }
  const bus = start('dbus-daemon', ['--session', '--nofork', '--print-address'], own, [
    'ignore',
    'pipe',
    'ignore',
  ])
  const [address] = await once(bus.stdout, 'data')
  own.DBUS_SESSION_BUS_ADDRESS = String(address).trim()

  const unlock = ['--foreground', '--unlock', '--components=secrets']
  start('gnome-keyring-daemon', unlock, own, ['pipe', 'ignore', 'ignore']).stdin.end('\n')
  const until = Date.now() + patience
  while (!hasKeyring(own)) {
    if (Date.now() > until) giveUp('it did not take its name on the bus', end)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  run(own, end)
}

/** Whether a secret service answers on the session's bus. */
function hasKeyring(environment) {
  if (!environment.DBUS_SESSION_BUS_ADDRESS) return false
  const call = ['/', 'org.freedesktop.DBus.NameHasOwner', `string:${service}`]
  const ask = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', ...call]
  const { stdout } = spawnSync('dbus-send', ask, { encoding: 'utf8', timeout: patience, env: environment })
  return stdout?.includes('boolean true') ?? false
}

function giveUp(reason, end) {
  process.stderr.write(`The keyring for the tests could not be started: ${reason}\n`)
  end()
  process.exit(2)
}
