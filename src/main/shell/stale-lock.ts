import { readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Facts of the system that show whose a lock is. */
interface Running {
  readonly host: string
  /** The program that runs as a process; null if none does, or that can't be seen. */
  readonly programOf: (pid: number) => string | null
  readonly program: string
}

const here: Running = {
  host: hostname(),
  programOf(pid) {
    try {
      return readlinkSync(`/proc/${pid}/exe`)
    } catch {
      return null
    }
  },
  program: process.execPath,
}

/**
 * Removes Chromium's lock of an instance that was killed before this computer got another name, on Linux. Chromium
 * takes a lock with another host's name for a running app's, and the app would never start again. Other stale locks it
 * removes itself. Data folders on other computers are refused.
 */
export function dropStaleLock(dataDir: string, running = here): void {
  const [, host, pid] = /^(.*)-(\d+)$/.exec(lockOf(dataDir)) ?? []
  if (host === undefined) return
  if (host === running.host || running.programOf(Number(pid)) === running.program) return
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    rmSync(join(dataDir, name), { force: true })
}

/** The holder that the lock names, `host-pid`; '' if there is none. */
function lockOf(dataDir: string): string {
  try {
    return readlinkSync(join(dataDir, 'SingletonLock'))
  } catch {
    return ''
  }
}
