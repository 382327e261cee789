import { readdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** It waits for two polls of a minute each: what runs beside it is over by then. */
const first = 'orders.spec.ts'
const last = 'canary.spec.ts'
const others = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.spec.ts') && name !== first && name !== last,
)
const specs = [first, ...others]
const nameOf = (spec: string): string => spec.replace('.spec.ts', '')

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
  // Projects share no worker: the tests of each file have an app of their own. The scan for traces of the key ends the run.
  projects: [
    ...specs.map((spec) => ({ name: nameOf(spec), testMatch: spec })),
    { name: nameOf(last), testMatch: last, dependencies: specs.map(nameOf) },
  ],
  use: { screenshot: 'only-on-failure' },
})
