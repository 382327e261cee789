import { builtEntries } from './entries.ts'
import { runCommand } from './cli/run.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  entries: builtEntries(import.meta.url),
  version: process.env.npm_package_version ?? '',
})
