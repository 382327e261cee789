/** `node --import ./test/host/register.ts out/main/index.cjs`: the built app with the stand-in for Electron. */
import { flushCompileCache, registerHooks } from 'node:module'
import { dirname } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { installClock } from './clock.ts'

// The threads of main have no standard input.
if (isMainThread && process.env.FORECOURT_HOST_CLOCK === 'stdin') installClock()

const standIn = new URL('electron.ts', import.meta.url).href
const names: ReadonlySet<string> = new Set(['electron', 'electron/main', 'electron/common'])

registerHooks({
  resolve: (specifier, context, next) =>
    names.has(specifier)
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})

Object.defineProperty(process, 'resourcesPath', { value: dirname(process.execPath) })
Object.defineProperty(process, 'type', { value: 'browser' })
Object.defineProperty(process.versions, 'electron', { value: 'host', enumerable: true })

// What was compiled is otherwise kept by a process that ends in order alone, and most of those that are tested are killed.
setTimeout(flushCompileCache, 2_000).unref()
