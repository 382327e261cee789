import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Opens files with LibreOffice and saves them in another format, under their names, in the folder. */
export function saveWithLibreOffice(paths: readonly string[], format: string, folder: string): void {
  // A profile of its own: LibreOffice may be open on this machine.
  const profile = mkdtempSync(join(tmpdir(), 'forecourt-libreoffice-'))
  try {
    const { status, stderr } = spawnSync(
      'soffice',
      [
        `-env:UserInstallation=${pathToFileURL(profile).href}`,
        '--headless',
        '--convert-to',
        format,
        '--outdir',
        folder,
        ...paths,
      ],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`LibreOffice ended with ${String(status)}: ${stderr}`)
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}
