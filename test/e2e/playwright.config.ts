import { defineConfig } from '@playwright/test'

/** It waits for two polls of a minute each: what runs beside it is over by then. */
const first = 'orders.spec.ts'
const last = 'canary.spec.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  // One of them mostly waits for the app, or for a browser.
  workers: 3,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  // The scan for traces of the key ends the run.
  projects: [
    { name: 'orders', testMatch: first },
    { name: 'app', testIgnore: [first, last] },
    { name: 'canary', testMatch: last, dependencies: ['orders', 'app'] },
  ],
  use: { screenshot: 'only-on-failure' },
})
