import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { z } from 'zod'
import { bundledPackages } from './scripts/build/bundled-packages.ts'
import { lucideIcons } from './scripts/build/icons.ts'
import { libraryChanges } from './scripts/build/library-changes.ts'
import { messagesInParts } from './scripts/build/messages-in-parts.ts'
import { givenFeed } from './scripts/package/updates.mjs'

/** Every entry of main: the app, the command line, and what runs beside them in threads and children. */
const mainEntries = {
  index: 'src/main/index.ts',
  cli: 'src/main/cli.ts',
  'sandbox-thread': 'src/sandbox/sandbox-thread.ts',
  'import-worker': 'src/main/joins/import-worker.ts',
  'sheet-worker': 'src/main/import/worker/sheet-worker.ts',
  'check-worker': 'src/main/storage/check-worker.ts',
  'keychain-child': 'src/main/keychain/keychain-child.ts',
}

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(resolve(import.meta.dirname, 'package.json'), 'utf8')))

const updates = givenFeed(process.env)

export default defineConfig({
  main: {
    plugins: [messagesInParts(), libraryChanges, bundledPackages('main')],
    define: {
      'process.env.npm_package_version': JSON.stringify(version),
      'process.env.FORECOURT_BUILT_UPDATES': JSON.stringify(updates === null ? '' : JSON.stringify(updates)),
    },
    build: {
      // Bundled, a library is one file of what is used of it: zod alone is a hundred files otherwise.
      externalizeDeps: false,
      rolldownOptions: {
        external: ['keytar'],
        input: mainEntries,
        checks: { bundlerTimings: false },
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
        },
      },
    },
  },
  preload: {
    build: {
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    build: {
      minify: true,
      // A file in the style sheet itself would be a data: address, which the content security policy refuses.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'src/renderer/index.html'),
        checks: { bundlerTimings: false },
        // A script of its own runs before those that the window's own script reads.
        output: { codeSplitting: { groups: [{ name: 'first', test: /no-run-time-code/ }] } },
      },
    },
    plugins: [
      messagesInParts(),
      libraryChanges,
      lucideIcons(),
      svelte({ configFile: '../../svelte.config.js' }),
      bundledPackages('renderer'),
    ],
  },
})
