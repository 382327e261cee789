import { join } from 'node:path'
import { Bundle } from './bundle.ts'

/** Begins the built command line, in the fewest files: everything else is loaded with the code kept from earlier runs. */
const [, , command] = process.argv
const bundle = new Bundle(import.meta.dirname)
process.once('exit', () => {
  bundle.keep(/^[a-z]{1,20}$/.exec(command ?? '')?.[0] ?? 'options')
})
bundle.load(join(import.meta.dirname, 'cli-process.cjs'))
