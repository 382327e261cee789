import { execFileSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { win32, dirname } from 'node:path'
import { unmanaged, type Managed } from '#shared/policy/policy.ts'
import { ignored, parsePolicy, unreadable } from './parse-policy.ts'
import { hasPolicyKey, parentKey, policyKey, registryPolicy } from './registry-policy.ts'
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'

/** A policy is a few lines. */
const mostBytes = 1_000_000

type AdministeredFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'bytes'; readonly path: string; readonly bytes: Uint8Array }
  /** Others than the administrator may write `place`. */
  | { readonly kind: 'open'; readonly place: string }
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Reads a file that only an administrator may have written: file and folder belong to `owner`, and neither a group nor
 * others may write them. If it is a link, both hold for where it leads, too.
 */
function administeredFile(path: string, owner: number): AdministeredFile {
  try {
    const real = realpathSync(path)
    const places = new Set([dirname(path), dirname(real), real])
    for (const place of places) if (!isClosed(place, owner)) return { kind: 'open', place }
    const stat = statSync(real)
    // A pipe would be waited for, a device never ends.
    if (!stat.isFile()) return { kind: 'failed', reason: stat.isDirectory() ? 'EISDIR' : 'EFTYPE' }
    if (stat.size > mostBytes) return { kind: 'failed', reason: 'EFBIG' }
    return { kind: 'bytes', path: real, bytes: readFileSync(real) }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const isNoEntry = reason === 'ENOENT' || reason === 'ENOTDIR'
    if (isNoEntry && !leadsNowhere(path)) return { kind: 'absent' }
    const folder = dirname(path)
    return existsSync(folder) && !isClosed(folder, owner)
      ? { kind: 'open', place: folder }
      : { kind: 'failed', reason }
  }
}

/** True if the file or its folder is a link to a missing place: there was a decision, but its content is unknown. */
const leadsNowhere = (path: string): boolean =>
  isLink(path) || (isLink(dirname(path)) && !existsSync(dirname(path)))

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

function isClosed(place: string, owner: number): boolean {
  const { uid, mode } = statSync(place)
  return uid === owner && (mode & 0o022) === 0
}

/** Place where policies are read, and the owners of their files. */
export type PolicyPlace =
  | { readonly kind: 'json' | 'plist'; readonly path: string; readonly owner: number }
  /** `shell` is PowerShell, which reads the registry also where an administrator turned `reg` off. */
  | { readonly kind: 'registry'; readonly program: string; readonly shell: string }

const root = 0

/** Place of administrators' rules, on each system. */
export function systemPolicyPlace(
  platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): PolicyPlace {
  if (platform === 'win32') {
    const system = win32.join(systemRoot(env), 'System32')
    const shell = win32.join(system, 'WindowsPowerShell', 'v1.0', 'powershell.exe')
    return { kind: 'registry', program: win32.join(system, 'reg.exe'), shell }
  }
  if (platform === 'darwin')
    return { kind: 'plist', path: '/Library/Managed Preferences/com.forecourt.app.plist', owner: root }
  return { kind: 'json', path: '/etc/forecourt/policy.json', owner: root }
}

/** The folder of Windows; a program is never looked up in the folders of PATH, nor in the one that the app was started in. */
const systemRoot = ({ SystemRoot }: NodeJS.ProcessEnv): string =>
  SystemRoot !== undefined && /^[A-Za-z]:\\/.test(SystemRoot) ? SystemRoot : String.raw`C:\Windows`

/**
 * The place for the window: the system's. Only an unpackaged app takes the name of another file from a variable, and
 * that file belongs to its user. A person must not be able to choose the policy of an installed one.
 */
export function windowPolicyPlace(
  isPackaged: boolean,
  env: NodeJS.ProcessEnv,
  platform = process.platform,
): PolicyPlace {
  const { FORECOURT_POLICY_FILE: path } = env
  if (isPackaged || path === undefined || path === '' || process.getuid === undefined)
    return systemPolicyPlace(platform, env)
  return { kind: 'json', path, owner: process.getuid() }
}

/** Rules for this computer. Never throws: unreadable parts are reported in `trouble`. */
export function readPolicy(place: PolicyPlace): Managed {
  return place.kind === 'registry' ? readRegistry(place) : readFile(place)
}

function readFile({ kind, path, owner }: Extract<PolicyPlace, { path: string }>): Managed {
  const file = administeredFile(path, owner)
  if (file.kind === 'absent') return unmanaged
  if (file.kind === 'open') return ignored(path, file.place)
  if (file.kind === 'failed') return unreadable(path, file.reason)
  const text = kind === 'json' ? inUtf8(file.bytes) : asJson(file.path)
  if (text === null) return unreadable(path, kind === 'json' ? 'UTF-8' : 'plist')
  try {
    return parsePolicy(path, JSON.parse(text))
  } catch {
    return unreadable(path, 'JSON')
  }
}

/** A property list may be binary; the system's own program reads both kinds. */
function asJson(path: string): string | null {
  try {
    return inUtf8(output('/usr/bin/plutil', ['-convert', 'json', '-o', '-', '--', path]))
  } catch {
    return null
  }
}

/** Without the mark that some editors begin a file with; null if it is no UTF-8. */
function inUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function readRegistry({ program, shell }: Extract<PolicyPlace, { program: string }>): Managed {
  try {
    if (!hasPolicyKey(output(program, ['query', parentKey]))) return unmanaged
    return parsePolicy(policyKey, registryPolicy(output(program, ['query', policyKey, '/s'])))
  } catch {
    return isAbsent(shell) ? unmanaged : unreadable(policyKey, 'reg query')
  }
}

/**
 * True if PowerShell says that there is no policy: a computer without one goes on, whatever its people may not start.
 */
function isAbsent(shell: string): boolean {
  try {
    const asked = `Test-Path -LiteralPath 'Registry::${policyKey.replace('HKLM', 'HKEY_LOCAL_MACHINE')}'`
    const said = output(shell, ['-NoProfile', '-NonInteractive', '-Command', asked])
    return Buffer.from(said).toString('latin1').trim() === 'False'
  } catch {
    return false
  }
}

/** @throws if it fails or doesn't end */
const output = (program: string, args: readonly string[]): Uint8Array =>
  execFileSync(program, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 10_000,
    maxBuffer: 4_000_000,
    windowsHide: true,
  })

/** The decided data folder, for the current person; undefined without one. */
export const managedDataFolder = ({ policy: { dataFolder } }: Managed): string | undefined =>
  dataFolder?.replace(/^\{home\}/, () => userInfo().homedir)
