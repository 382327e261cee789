import { lstatSync } from 'node:fs'
import { m } from '#shared/i18n/generated/messages.js'
import { asFileFault } from '../../import/csv/source-file.ts'
import type { Output } from '../output.ts'
import type { ClaimedFiles } from './claimed-files.ts'
import type { FoundFile } from './found-files.ts'
import { digestOf, type PrivateCopy } from './private-copies.ts'
import type { WatchedFiles } from './watched-files.ts'

/** Time for which after its import a file may still grow, in ms. */
const comparedFor = 30 * 60_000

export interface GrownParts {
  readonly known: WatchedFiles
  readonly claims: Pick<ClaimedFiles, 'putBack'>
  readonly output: Pick<Output, 'say'>
}

/**
 * Puts files back into the watched folder that grew after they were imported and moved: an upload that paused was taken
 * as whole, and its program went on writing. A file that begins otherwise than what was imported was changed by a
 * person and stays where it is.
 */
export async function bringBackGrown({ known, claims, output }: GrownParts): Promise<void> {
  for (const entry of known.placedSince(Date.now() - comparedFor)) {
    const { name, sha256 } = entry
    const { path, bytes } = entry.placed
    const now = path === null ? undefined : lstatSync(path, { throwIfNoEntry: false })
    if (path === null || now?.isFile() !== true || now.size <= bytes) continue
    known.note({ ...entry, placed: { ...entry.placed, path: null } })
    try {
      // An empty file begins every other one: some programs make it first and fill it later.
      if (bytes > 0 && (await digestOf(path, name, bytes)) !== sha256) continue
      const back = claims.putBack({ path, name })
      output.say(m.cli_watch_grew({ file: name, before: bytes, now: now.size, path: back }))
    } catch (error) {
      const { reason = '' } = asFileFault(error, name).details
      output.say(m.cli_watch_grew_kept({ path, reason: String(reason) }))
    }
  }
}

/** True if a file begins with the whole of a recently imported file of the same name: only its other rows are new. */
export async function continuesEarlier(
  known: WatchedFiles,
  copy: Pick<PrivateCopy, 'path' | 'sha256'>,
  file: Pick<FoundFile, 'name' | 'bytes'>,
): Promise<boolean> {
  for (const { name, sha256, placed } of known.placedSince(Date.now() - comparedFor)) {
    if (name !== file.name || sha256 === copy.sha256 || placed.bytes === 0 || placed.bytes >= file.bytes)
      continue
    if ((await digestOf(copy.path, name, placed.bytes)) === sha256) return true
  }
  return false
}
