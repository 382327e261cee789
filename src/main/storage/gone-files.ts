import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { goneNames, type GoneName } from '#shared/words/gone-words.ts'
import { cleanEndAt, endedClean, isCleanEnd } from './clean-end.ts'

/** The file that a start makes last: with it, all others were there. */
const lastMade: GoneName = 'forms.db'

/** Files that every start makes and nothing brings back, if they are missing or empty in a folder that an earlier start made. */
export function goneFiles(dataDir: string): GoneName[] {
  if (!readdirSync(dataDir).some((name) => isCleanEnd(name) || name === lastMade)) return []
  return goneNames.filter((name) => isGone(join(dataDir, name)))
}

/** SQLite takes an empty file for a new one. An empty text is reported as damage. */
const isGone = (path: string): boolean =>
  path.endsWith(log)
    ? isLogGone(path)
    : path.endsWith('.db')
      ? !statSync(path, { throwIfNoEntry: false })?.size
      : !existsSync(path)

const log = '-wal'

/**
 * True if a crash left the index of a database and the log was deleted since. An end in order removes both files. An
 * index from before that end was held by another program, such as a scanner.
 */
function isLogGone(path: string): boolean {
  const database = path.slice(0, -log.length)
  const index = statSync(`${database}-shm`, { throwIfNoEntry: false })
  if (index === undefined || existsSync(path)) return false
  return !endedClean(database) || index.mtimeMs > cleanEndAt(database)
}
