import { fileURLToPath } from 'node:url'
import { runCommand } from '../../../src/main/cli/run.ts'
import { testEntries } from '../../scripts.ts'

/** The command line as a process of its own, which can be killed and hears signals; nobody manages its computer. */
process.exitCode = await runCommand(process.argv.slice(2), {
  entries: testEntries,
  version: '0.0.0',
  policy: { kind: 'json', path: fileURLToPath(new URL('no-policy.json', import.meta.url)), owner: 0 },
})
