import { defineConfig } from '@playwright/test'

/** It waits for two polls of a minute each: what runs beside it is over by then. */
const first = 'polling.spec.ts'
const last = 'canary.spec.ts'

export default defineConfig({
  testDir: '.',
  // Node strips the types itself, and keeps what it compiled; a transpiler would take longer than all the files do.
  build: { external: ['**/*'] },
  outputDir: '../../test-results/e2e',
  // At first one of them waits for the polls; two take all of two cores.
  workers: 3,
  retries: 0,
  // A machine on which others work too is several times slower: only what never comes fails.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  // The scan for traces of the key ends the run.
  projects: [
    { name: 'polling', testMatch: first },
    { name: 'app', testIgnore: [first, last] },
    { name: 'canary', testMatch: last, dependencies: ['polling', 'app'] },
  ],
  use: { screenshot: 'only-on-failure' },
})
