import { builtEntries, runProcess } from './cli/run-process.ts'

/** The command line's process. The bundle begins with cli-launcher.ts, which loads this with what V8 compiled before. */
void runProcess(process.argv.slice(2), {
  entries: builtEntries(import.meta.url),
  version: process.env.npm_package_version ?? '',
}).then((code) => {
  process.exitCode = code
})
