import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** The size and the time of change that a database had when it was closed in order. */
const stateOf = (path: string): string => {
  const { size, mtimeNs } = statSync(path, { bigint: true })
  return `${size} ${mtimeNs}\n`
}

const ending = '.clean'
const markerOf = (path: string): string => `${path}${ending}`

/** True if a file says that the database next to it was closed in order once. */
export const isCleanEnd = (name: string): boolean => name.endsWith(ending)

/**
 * True if a database was closed in order and not touched since, so that a check of the whole file would find nothing
 * new. A WAL that was left, another size or another time of change say that it was not.
 */
export function endedClean(path: string): boolean {
  try {
    return !existsSync(`${path}-wal`) && readFileSync(markerOf(path), 'utf8') === stateOf(path)
  } catch {
    return false
  }
}

/** Time when a database was last closed in order, in ms since 1970; 0 if it never was. */
export const cleanEndAt = (path: string): number =>
  statSync(markerOf(path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** A check of the whole file is due, at the next start or later. */
export const forgetCleanEnd = (path: string): void => rmSync(markerOf(path), { force: true })

const suspicionOf = (path: string): string => `${path}.suspect`

/** The next start checks the whole file before it does anything else, however long that takes. */
export function suspect(path: string): void {
  forgetCleanEnd(path)
  try {
    writeFileSync(suspicionOf(path), '', { mode: 0o600 })
  } catch {
    // On a full disk the file is checked later than at once.
  }
}

export const isSuspect = (path: string): boolean => existsSync(suspicionOf(path))

export const clearSuspicion = (path: string): void => rmSync(suspicionOf(path), { force: true })

/** To be called after a database was closed. Another process that still has it open closes it in order itself. */
export function noteCleanEnd(path: string): void {
  try {
    if (existsSync(`${path}-wal`)) rmSync(markerOf(path), { force: true })
    else writeFileSync(markerOf(path), stateOf(path), { mode: 0o600 })
  } catch {
    // Without the marker the next start checks the whole file, which is all that is lost.
  }
}
