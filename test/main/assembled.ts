import { fileURLToPath } from 'node:url'
import { assemble, type Forecourt } from '../../src/main/assemble.ts'
import type { AppEnvironment } from '../../src/main/context/app-environment.ts'
import { forkChild } from '../../src/main/system/fork-child.ts'
import { startSandbox } from '../../src/sandbox/sandbox.ts'
import { testEntries } from '../scripts.ts'

/** The whole of main on a data folder, in English, without a proxy, with 60 own adverts in its sandbox; the caller closes it. */
export const assembledIn = (
  dataDir: string,
  {
    overrides = {},
    publish = () => undefined,
    importBytesHere,
    teamSecret,
    managed,
    entries = testEntries,
  }: Partial<
    Pick<AppEnvironment, 'overrides' | 'publish' | 'importBytesHere' | 'teamSecret' | 'managed' | 'entries'>
  > = {},
): Forecourt =>
  assemble({
    dataDir,
    entries,
    overrides,
    systemLocale: () => 'en',
    version: '1.0.0',
    program: 'test',
    spawnKeychain: (entry) => forkChild(fileURLToPath(entry)),
    startSandbox: (_thread, options) => startSandbox({ adverts: 400, ...options }),
    proxyFor: () => Promise.resolve('DIRECT'),
    publish,
    ...(importBytesHere !== undefined && { importBytesHere }),
    ...(teamSecret !== undefined && { teamSecret }),
    ...(managed !== undefined && { managed }),
  })
