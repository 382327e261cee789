import { mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { defaultDataDir } from './cli/data-dir.ts'

// Always in the person's own folder, whatever data folder a command is given: who could write to it, could have us run code.
try {
  const compiled = join(defaultDataDir(process.env), 'compiled')
  mkdirSync(compiled, { recursive: true, mode: 0o700 })
  enableCompileCache(compiled)
} catch {
  // Nothing is lost but time.
}

/** The command line's process, loaded with what V8 compiled of it before. */
void import('./cli/run-process.ts')
  .then(({ builtEntries, runProcess }) =>
    runProcess(process.argv.slice(2), {
      entries: builtEntries(import.meta.url),
      version: process.env.npm_package_version ?? '',
    }),
  )
  .then((code) => {
    process.exitCode = code
  })
