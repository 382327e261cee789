import { defineConfig } from '@playwright/test'

/** Makes the pictures of docs/pictures: `npm run pictures`, after a build. No part of `npm test`. */
export default defineConfig({
  testDir: '..',
  testMatch: ['pictures/*.spec.ts', 'e2e/walk.spec.ts'],
  globalSetup: '../e2e/prepared.ts',
  outputDir: '../../test-results/pictures',
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
})
