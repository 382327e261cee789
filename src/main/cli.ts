import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What was compiled is kept beside the bundle: only who could change the bundle itself can change it, unlike in a folder
// for everybody's temporary files. If it can't be written, every start compiles anew, as the source does in tests.
if (import.meta.filename.endsWith('.js')) enableCompileCache(join(import.meta.dirname, 'compiled'))

// Loaded after that, because an import at the top would be compiled before.
const { builtEntries, runProcess } = await import('./cli/run-process.ts')

process.exitCode = await runProcess(process.argv.slice(2), {
  entries: builtEntries(import.meta.url),
  version: process.env.npm_package_version ?? '',
})
