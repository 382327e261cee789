import { availableParallelism } from 'node:os'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { lucideIcons } from './scripts/build/icons.ts'

/** They replace a module or what all modules of a process share, or measure its memory. */
const alone = [
  'test/main/bridge/preload.test.ts',
  'test/main/http/tls.test.ts',
  'test/main/import/nasties/hard-files.test.ts',
  'test/main/inventory/new-column.test.ts',
  'test/main/photos/photos-service.test.ts',
  'test/shared/time/times.test.ts',
]

/** Tests that run in one process, which loads the app's modules once. */
const shared = { isolate: false, setupFiles: 'test/one-process.ts' }

export default defineConfig({
  plugins: [lucideIcons(), svelte()],
  test: {
    // A machine on which others work too is several times slower: only what never ends fails.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
    // A test waits a third of its time, for a child, a disk or a clock.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    typecheck: { enabled: false },
    globalSetup: 'test/prepared-run.ts',
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/{shared,main,renderer,sandbox,host}/**/*.test.ts', 'test/*.test.ts'],
          exclude: alone,
          ...shared,
        },
      },
      // The whole of what `npm test` has one of each kind of: `npm run test:crash`, `test:damage` and `test:team`.
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/main/**/*.test.ts'],
          exclude: alone,
          env: { FORECOURT_WHOLE_TESTS: '1' },
          ...shared,
        },
      },
    ],
  },
})
