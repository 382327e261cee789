import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { dirname, join } from 'node:path'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * What tells this computer from another, however it is called: the system's own id (Linux), else a random one in a file
 * outside of the data folder, which a copy of the data folder does not take along. '' if no file can be written: then
 * only the mark's own file tells a copy.
 */
export function machineId(): string {
  const own = process.platform === 'linux' ? textOf('/etc/machine-id') : ''
  const id = own || randomId(idPath())
  return id === '' ? '' : digest(id)
}

/** Whether a mark was written on this computer. Earlier versions took its name, which may change, or nothing on macOS. */
export const isThisMachine = (machine: string): boolean =>
  machine === machineId() || machine === (process.platform === 'darwin' ? '' : digest(hostname()))

function randomId(path: string): string {
  const known = textOf(path)
  if (known !== '') return known
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 })
  } catch {
    // Another process may have written it at the same time.
  }
  return textOf(path)
}

/** The system's folder for what belongs to this computer and not to the person's documents. */
function idPath(): string {
  const { LOCALAPPDATA, XDG_STATE_HOME } = process.env
  const name = 'forecourt-machine-id'
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), name)
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', name)
  return join(XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), name)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}
