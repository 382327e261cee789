import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { goneNames, type GoneName } from '#shared/words/gone-words.ts'
import { isCleanEnd } from './clean-end.ts'

/** Files that every start makes and nothing brings back, if they are missing in a folder that was closed in order before. */
export function goneFiles(dataDir: string): GoneName[] {
  if (!readdirSync(dataDir).some(isCleanEnd)) return []
  return goneNames.filter((name) => !existsSync(join(dataDir, name)))
}
