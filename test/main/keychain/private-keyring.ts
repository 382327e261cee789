import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KeptChildren } from './kept-children.ts'

/** A session bus with a gnome-keyring of its own, unlocked at first: nothing of the person's own keyring is touched. */
export interface PrivateKeyring {
  /** Environment under which the keyring is found. */
  readonly env: NodeJS.ProcessEnv
  /** Keychains' children in its session. */
  readonly children: KeptChildren
  /** Locks it; a prompt to unlock ends at once, as when a person closes it, for there is no screen to show it on. */
  lock(): Promise<void>
  /** The keyring takes requests and answers none, until `thaw`. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** Children in a session without a keychain. */
export const childrenWithoutKeyring = new KeptChildren({
  ...process.env,
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
})

export async function startPrivateKeyring(): Promise<PrivateKeyring> {
  const directory = await mkdtemp(join(tmpdir(), 'forecourt-keyring-'))
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, GNOME_KEYRING_CONTROL: _control, ...rest } = process.env
  const home = {
    ...rest,
    HOME: directory,
    XDG_DATA_HOME: directory,
    XDG_RUNTIME_DIR: directory,
    XDG_CACHE_HOME: directory,
  }

  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], {
    env: home,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [address] = (await once(bus.stdout, 'data')) as [Buffer]
  const env = { ...home, DBUS_SESSION_BUS_ADDRESS: address.toString().trim() }

  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  daemon.stdin.end('test\n')
  await succeeds('gdbus', ['wait', '--session', '--timeout', '15', 'org.freedesktop.secrets'], env)

  const children = new KeptChildren(env)
  return {
    env,
    children,
    lock: () => succeeds('gdbus', ['call', '--session', ...lockLogin], env),
    freeze: () => void daemon.kill('SIGSTOP'),
    thaw: () => void daemon.kill('SIGCONT'),
    stop: async () => {
      children.close()
      await Promise.all([ended(daemon), ended(bus)])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const lockLogin = [
  '-d',
  'org.freedesktop.secrets',
  '-o',
  '/org/freedesktop/secrets',
  '-m',
  'org.freedesktop.Secret.Service.Lock',
  "['/org/freedesktop/secrets/collection/login']",
]

async function succeeds(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [code] = (await once(spawn(command, args, { env, stdio: 'ignore' }), 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
