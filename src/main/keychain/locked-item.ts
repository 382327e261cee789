import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const destination = 'org.freedesktop.secrets'
const path = '/org/freedesktop/secrets'
const method = 'org.freedesktop.Secret.Service.SearchItems'

/** GVariant's text format reads the strings of JSON. */
const gvariant = (service: string, account: string): string =>
  `{"service": ${JSON.stringify(service)}, "account": ${JSON.stringify(account)}}`

/** Every desktop has one of these tools: the first comes with GLib, the second with D-Bus. They see no secret. */
const searches = (service: string, account: string): readonly (readonly [string, readonly string[]])[] => [
  ['gdbus', ['call', '--session', '-d', destination, '-o', path, '-m', method, gvariant(service, account)]],
  [
    'dbus-send',
    [
      '--session',
      '--print-reply',
      `--dest=${destination}`,
      path,
      method,
      `dict:string:string:service,${service},account,${account}`,
    ],
  ],
]

/**
 * Reads the Secret Service's state of an item that keytar could not read. libsecret answers "no such password" when the
 * prompt to unlock is closed or can't be shown. So a locked key would look like a missing one. It does so too when an
 * item is no text. The search by attributes works on all of them. Null if there is none, or that can't be found out.
 */
export async function unreadItem(service: string, account: string): Promise<'locked' | 'no-text' | null> {
  if (process.platform !== 'linux') return null
  for (const [tool, args] of searches(service, account)) {
    try {
      const { stdout } = await run(tool, [...args], { timeout: 3_000 })
      // Two lists: what is unlocked, and what is locked.
      const [unlocked = '', ...locked] = stdout.split(']')
      const isIn = (text: string): boolean => text.includes(`${path}/collection/`)
      return isIn(unlocked) ? 'no-text' : locked.some(isIn) ? 'locked' : null
    } catch {
      // Not installed, or no answer: the next tool may work.
    }
  }
  return null
}
