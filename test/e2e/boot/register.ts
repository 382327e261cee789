/** Starts main with the recording `electron`, and with the mutants that BOOT_MUTANTS names, changed while it is loaded. */
import { registerHooks } from 'node:module'
import { bootMutants } from './boot-mutants.ts'

const standIn = new URL('recording-electron.ts', import.meta.url).href
const mutants = (process.env.BOOT_MUTANTS ?? '').split('|').flatMap((name) => bootMutants[name] ?? [])

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
  load(url, context, next) {
    const loaded = next(url, context)
    if (mutants.length === 0 || !url.endsWith('/out/main/index.cjs')) return loaded
    const text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
    const source = mutants.reduce((before, { from, to }) => {
      const changed = before.replace(from, to)
      // A mutant that finds nothing would pass for one that was caught.
      if (changed === before) throw new Error(`The mutant finds nothing to change: ${String(from)}`)
      return changed
    }, text)
    return { ...loaded, source }
  },
})
