import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { homeOf, localAppData, xdgFolder } from '../../system/data-dir.ts'
import { makeFolder } from '../../system/make-folder.ts'

/** What of the system the id is made of. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** What macOS says of its hardware, with the id that `ioreg` names IOPlatformUUID. @throws if it can't be asked */
  readonly ioreg: () => string
}

const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  ioreg: () =>
    execFileSync('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], {
      encoding: 'utf8',
      timeout: 5_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

let known: string | undefined

/**
 * What tells this computer from another, however it is called: the system's own id (Linux, macOS), else a random one in a
 * file outside of the data folder, which a copy of the data folder does not take along. '' if no file can be written: then
 * only the mark's own file tells a copy.
 */
export function machineId(machine = thisMachine): string {
  if (machine === thisMachine) return (known ??= idOf(machine))
  return idOf(machine)
}

function idOf(machine: Machine): string {
  const id = systemId(machine) || randomId(idPath(machine))
  return id === '' ? '' : digest(id)
}

function systemId({ platform, ioreg }: Machine): string {
  if (platform === 'linux') return textOf('/etc/machine-id')
  if (platform !== 'darwin') return ''
  try {
    return /"IOPlatformUUID" = "([^"]+)"/.exec(ioreg())?.[1] ?? ''
  } catch {
    return ''
  }
}

function randomId(path: string): string {
  const found = textOf(path)
  if (found !== '') return found
  try {
    makeFolder(dirname(path))
    writeFileSync(path, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 })
  } catch {
    // Another process may have written it at the same time.
  }
  return textOf(path)
}

const idName = 'forecourt-machine-id'

/** The system's folder for what belongs to this computer and not to the person's documents. */
function idPath({ platform, env }: Machine): string {
  if (platform === 'win32') return join(localAppData(env), idName)
  if (platform === 'darwin') return join(homeOf(env), 'Library', 'Application Support', idName)
  return join(xdgFolder(env, 'XDG_STATE_HOME', '.local', 'state'), idName)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}
