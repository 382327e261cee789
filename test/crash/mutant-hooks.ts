import { registerHooks } from 'node:module'
import { mutants, pricedMutants, type MutantName, type PricedMutantName } from './mutants.ts'

/** Changes the engine's source while it is loaded. A change whose text is no longer found is an error, not a pass. */
const { file, from, to } = { ...mutants, ...pricedMutants }[
  process.env.CRASH_MUTANT as MutantName | PricedMutantName
]

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith(`/src/main/batch/${file}`)) return loaded
    const text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`The mutant finds nothing to change in ${file}`)
    return { ...loaded, source: changed }
  },
})
