/** Opens the built app: in Electron, and if its runtime is missing, in the browser host of test/host. */
import { join } from 'node:path'
import { runInForeground } from './child.mjs'
import { openAddress } from './open-address.mjs'
import { electronPath, hasDisplay, installElectron, nodePath } from './runtime.mjs'

const root = join(import.meta.dirname, '..')
const passed = process.argv.slice(2)
// Without a display Electron's runtime would show nothing: it isn't asked for.
const electron = hasDisplay() ? (electronPath() ?? installElectron()) : undefined

if (electron !== undefined) runInForeground(electron, [root, ...passed])
else startInHost()

function startInHost() {
  const why = hasDisplay() ? "Electron's runtime is not installed" : 'There is no display'
  process.stderr.write(
    `${why}: going on in the browser host, open the address below in Chromium. It works once; Ctrl+C ends the app.\n`,
  )
  const host = join(root, 'test', 'host', 'register.ts')
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--import',
    host,
    join(root, 'out', 'main', 'index.cjs'),
    ...passed,
  ]
  // The lines about what a browser's tab can't show are for tests.
  process.env.FORECOURT_HOST_QUIET = '1'
  runInForeground(nodePath(), args, { onLine: openWindow })
}

function openWindow(line) {
  const address = /^Forecourt window: (http:\S+)$/.exec(line)?.[1]
  if (address !== undefined && hasDisplay()) openAddress(address)
}
