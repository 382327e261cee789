import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  // The scan for traces of the key ends the run.
  projects: [
    { name: 'app', testMatch: '*.spec.ts', testIgnore: 'canary.spec.ts' },
    { name: 'canary', testMatch: 'canary.spec.ts', dependencies: ['app'] },
  ],
  use: { screenshot: 'only-on-failure' },
})
