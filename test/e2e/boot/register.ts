/** Starts main with the recording `electron`, and with the mutant that BOOT_MUTANT names, changed while it is loaded. */
import { registerHooks } from 'node:module'
import { bootMutants } from './boot-mutants.ts'

const standIn = new URL('recording-electron.ts', import.meta.url).href
const mutant = bootMutants[process.env.BOOT_MUTANT ?? '']

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
  load(url, context, next) {
    const loaded = next(url, context)
    if (!mutant || !url.endsWith('/out/main/index.cjs')) return loaded
    const text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
    const changed = text.replace(mutant.from, mutant.to)
    // A mutant that finds nothing would pass for one that was caught.
    if (changed === text) throw new Error('The mutant finds nothing to change')
    return { ...loaded, source: changed }
  },
})
