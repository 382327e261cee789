/**
 * The app with hot reload: electron-vite serves the page and restarts main. Without Electron's runtime a small shim
 * stands for its executable and runs main in the browser host.
 */
import { join } from 'node:path'
import { runInForeground } from './child.mjs'
import { electronPath, hasDisplay, installElectron, nodePath } from './runtime.mjs'

const electron = electronPath() ?? installElectron()
const inHost = electron === undefined || !hasDisplay()
if (inHost) process.stderr.write('Going on in the browser host: open the address below in Chromium.\n')

const shim = join(
  import.meta.dirname,
  process.platform === 'win32' ? 'electron-in-host.cmd' : 'electron-in-host.mjs',
)
const env = { ...process.env, ...(inHost && { ELECTRON_EXEC_PATH: shim }) }
const electronVite = join(
  import.meta.dirname,
  '..',
  'node_modules',
  'electron-vite',
  'bin',
  'electron-vite.js',
)
runInForeground(nodePath(), [electronVite, 'dev', '--watch', ...process.argv.slice(2)], { env })
