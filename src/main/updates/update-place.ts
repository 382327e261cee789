import { existsSync, realpathSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import type { Managed } from '#shared/policy/policy.ts'
import type { UpdatesOff } from '#shared/updates/updates-calls.ts'

/** A package that can replace itself. */
export interface UpdatePlace {
  readonly kind: 'appimage' | 'nsis'
  /** Place where the download is kept until the restart. */
  readonly folder: string
}

interface Running {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly execPath: string
}

/** The package that this program runs from, or why it doesn't replace itself. */
export function updatePlace({ platform, env, execPath }: Running): UpdatePlace | UpdatesOff {
  if (platform === 'darwin') return 'mac'
  if (platform === 'win32') {
    // What the installer for one person leaves; the MSI and a bare folder have none.
    if (!existsSync(win32.join(win32.dirname(execPath), 'Uninstall Forecourt.exe'))) return 'package'
    return {
      kind: 'nsis',
      folder: env.LOCALAPPDATA ?? win32.join(env.USERPROFILE ?? 'C:\\', 'AppData\\Local'),
    }
  }
  const { APPIMAGE: file, APPDIR: mounted } = env
  if (file === undefined || !posix.isAbsolute(file) || !isWithin(mounted, execPath)) return 'package'
  // On the disk of the file itself, so that the new one takes its place in one step.
  return { kind: 'appimage', folder: posix.join(posix.dirname(file), '.forecourt-update') }
}

/** Why this program doesn't replace itself; null if it may. */
export function updatesOff({ policy }: Managed, running: Running): UpdatesOff | null {
  if (policy.updatesOff === true) return 'policy'
  const place = updatePlace(running)
  return typeof place === 'string' ? place : null
}

/** Both variables are inherited: a terminal that is an AppImage hands on its own, which must never be replaced by ours. */
function isWithin(folder: string | undefined, path: string): boolean {
  try {
    return folder !== undefined && path.startsWith(`${realpathSync(folder)}/`)
  } catch {
    return false
  }
}
