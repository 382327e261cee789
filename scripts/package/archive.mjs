import { readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { create } from 'tar'

/**
 * Packs a folder so that the same files are the same bytes: in one order, of no owner, of one moment. Under its name is a whole
 * archive or none.
 */
export async function packFolder(folder, file) {
  const top = basename(folder)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(top, name))
    .sort()
  await create(
    {
      file: `${file}.part`,
      cwd: dirname(folder),
      gzip: { level: 6 },
      portable: true,
      mtime: new Date(0),
      noDirRecurse: true,
    },
    [top, ...names],
  )
  renameSync(`${file}.part`, file)
}
