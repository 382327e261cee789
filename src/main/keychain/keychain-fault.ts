import { Fault } from '#shared/bridge/failure.ts'
import type { Refusal } from './keychain-messages.ts'

/** Answer of a child session for a request that the keychain did not answer. */
export const silent = 'no answer in time'
export const childEnded = 'the keychain process ended'

/** Why the keychain refused, by libsecret's and D-Bus' own words: each has another next step. */
const causes: readonly (readonly [cause: string, text: RegExp])[] = [
  ['silent', new RegExp(`^${silent}$`)],
  // GDBus without an address of the session's bus (cron, ssh, su), or with one at which nothing listens any more.
  ['no-bus', /autolaunch d-bus|could not connect: |session bus/i],
  ['no-service', /org\.freedesktop\.secrets was not provided|serviceunknown/i],
  // A keyring that runs, and in which the first login to a desktop has not made a ring yet.
  ['no-ring', /object does not exist at path/i],
  ['no-library', /cannot open shared object|cannot find (?:module|package)/i],
  [
    'ended',
    new RegExp(
      `^${childEnded}$|remote peer disconnected|disconnected from message bus|connection is closed`,
      'i',
    ),
  ],
]

/** The refusal as a fault whose words name the keychain's state; the system's own text goes to the log. */
export function refusedFault(refusal: Refusal, text: string): Fault {
  const cause = causes.find(([, known]) => known.test(text))?.[0]
  return new Fault(refusal, cause === undefined ? { message: text } : { reason: cause, message: text })
}
