/** `node --import ./test/host/register.ts out/main/index.cjs`: the built app with the stand-in for Electron. */
import { registerHooks } from 'node:module'

const standIn = new URL('electron.ts', import.meta.url).href
const names: ReadonlySet<string> = new Set(['electron', 'electron/main', 'electron/common'])

registerHooks({
  resolve: (specifier, context, next) =>
    names.has(specifier)
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})

Object.defineProperty(process, 'type', { value: 'browser' })
Object.defineProperty(process.versions, 'electron', { value: 'host', enumerable: true })
