import { keepCompiled } from './cli/compile-cache.ts'

keepCompiled(process.env)

/** The command line's process, loaded with what V8 compiled of it before. */
void import('./cli/run.ts')
  .then(({ builtEntries, runProcess }) =>
    runProcess(process.argv.slice(2), {
      entries: builtEntries(import.meta.url),
      version: process.env.npm_package_version ?? '',
    }),
  )
  .then((code) => {
    process.exitCode = code
  })
