/**
 * Runs a command where a keychain answers: `with-keyring.mjs vitest run`. On a Linux machine without one (a server, a
 * container) that is a session bus of its own with an unlocked gnome-keyring whose files lie in a temporary folder, so
 * a person's own keyring is never touched.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runInForeground } from './child.mjs'

const service = 'org.freedesktop.secrets'
const patience = 10_000
const inside = process.argv[2] === '--inside'
const command = process.argv.slice(inside ? 3 : 2)
const bin = join(import.meta.dirname, '..', 'node_modules', '.bin')
const env = { ...process.env, PATH: bin + delimiter + (process.env.PATH ?? '') }

if (inside) await runUnlocked()
else if (process.platform !== 'linux' || hasOwner()) run(command, env)
else runOnOwnBus()

function run([name, ...args], environment, onExit) {
  // On Windows the commands of node_modules/.bin are scripts of its shell.
  const viaShell = process.platform === 'win32' ? ['cmd', ['/c', name, ...args]] : [name, args]
  runInForeground(...viaShell, { env: environment, onExit })
}

/** The keyring's own files go to a home of their own; the caches of the browsers and tools stay where they are. */
function runOnOwnBus() {
  const home = mkdtempSync(join(tmpdir(), 'forecourt-keyring-'))
  const environment = { ...env, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home }
  const again = ['--', process.execPath, import.meta.filename, '--inside', ...command]
  run(['dbus-run-session', ...again], environment, () => rmSync(home, { recursive: true, force: true }))
}

async function runUnlocked() {
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  daemon.on('error', (error) => giveUp(error.message))
  daemon.stdin.end('\n')
  const until = Date.now() + patience
  while (!hasOwner()) {
    if (Date.now() > until) giveUp('it did not take its name on the bus')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  run(command, env, () => daemon.kill())
}

/** Whether a secret service answers on this session's bus. */
function hasOwner() {
  if (!process.env.DBUS_SESSION_BUS_ADDRESS) return false
  const ask = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
    `string:${service}`,
  ]
  return (
    spawnSync('dbus-send', ask, { encoding: 'utf8', timeout: patience }).stdout?.includes('boolean true') ??
    false
  )
}

function giveUp(reason) {
  process.stderr.write(`The keyring for the tests could not be started: ${reason}\n`)
  process.exit(2)
}
