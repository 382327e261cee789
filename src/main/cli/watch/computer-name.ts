import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { machineId } from '../../batch/journal/mark-file.ts'
import { writeFileAtomically } from '../../storage/atomic-file.ts'

/** It names a folder in `work`, so it must be a valid file name. */
const form = /^[A-Za-z0-9-]{1,40}-[0-9a-f]{8}$/

/**
 * Name of a computer where several watch one folder: its name, for people, and a suffix that is this data folder's on
 * this computer alone. A copy of the data folder on another computer has another end.
 */
export function computerName(dataDir: string): string {
  const path = join(dataDir, 'watch-name')
  const known = textOf(path)
  const name = form.test(known) ? known : newName()
  if (name !== known) writeFileAtomically(path, name)
  return `${name}-${createHash('sha256').update(`${name} ${machineId()}`).digest('hex').slice(0, 8)}`
}

function newName(): string {
  const host = hostname()
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)
  return `${host === '' ? 'computer' : host}-${randomBytes(4).toString('hex')}`
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
