import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const electron = join(root, 'node_modules', 'electron')
const failedBefore = join(root, 'node_modules', '.cache', 'forecourt', 'electron-runtime-failed')
const patience = 20_000

/** The Node that the project brings along; the one that runs this if it is not installed. */
export function nodePath() {
  const path = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(path) ? path : process.execPath
}

/** The path of Electron's executable, or undefined if its runtime is not installed. */
export function electronPath() {
  const file = join(electron, 'path.txt')
  if (!existsSync(file)) return undefined
  const path = join(electron, 'dist', readFileSync(file, 'utf8').trim())
  return existsSync(path) ? path : undefined
}

/**
 * Tries Electron's own installer once for each version, for twenty seconds: not every network reaches the host of its
 * runtime, and a failed try is remembered so that the next start does not wait.
 */
export function installElectron() {
  const { version } = JSON.parse(readFileSync(join(electron, 'package.json'), 'utf8'))
  if (existsSync(failedBefore) && readFileSync(failedBefore, 'utf8') === version) return undefined
  spawnSync(nodePath(), [join(electron, 'install.js')], {
    stdio: 'ignore',
    timeout: patience,
    killSignal: 'SIGKILL',
  })
  const path = electronPath()
  if (path === undefined) {
    mkdirSync(dirname(failedBefore), { recursive: true })
    writeFileSync(failedBefore, version)
  }
  return path
}

/** Whether a person could see a window here. */
export function hasDisplay() {
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)
}
