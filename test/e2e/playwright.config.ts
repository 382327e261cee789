import { defineConfig } from '@playwright/test'
import { grouped } from './groups.ts'

const last = 'canary.spec.ts'

// The host's page is stripped of its types, which Node calls an experiment in each process.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`

export default defineConfig({
  testDir: '.',
  // Node strips the types itself, and keeps what it compiled; a transpiler would take longer than all the files do.
  build: { external: ['**/*'] },
  globalSetup: './prepared.ts',
  outputDir: '../../test-results/e2e',
  // One waits now and then, for a page or for main: two leave a part of two cores idle.
  workers: 3,
  retries: 0,
  // A machine on which others work too is several times slower: only what never comes fails.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  // What takes longest begins first, so that no worker is left alone with it. The scan for traces of the key ends the run.
  projects: [
    { name: 'groups', testMatch: 'together/*.spec.ts' },
    { name: 'apps', testIgnore: [last, 'together/*.spec.ts', ...grouped] },
    // One of the specs of a group: `playwright test --project=alone filters`.
    { name: 'alone', testMatch: grouped },
    { name: 'canary', testMatch: last, dependencies: ['groups', 'apps'] },
  ],
  // What moves takes a fifth of the time; where keys come while something moves, the spec asks for it (edits).
  use: { screenshot: 'only-on-failure', reducedMotion: 'reduce', actionTimeout: 120_000 },
})
