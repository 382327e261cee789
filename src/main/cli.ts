import { builtEntries } from './entries.ts'
import { runProcess } from './cli/run-process.ts'

process.exitCode = await runProcess(process.argv.slice(2), {
  entries: builtEntries(import.meta.url),
  version: process.env.npm_package_version ?? '',
})
