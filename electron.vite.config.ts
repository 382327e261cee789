import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'

/** Every entry of main: the app, the command line, and what runs beside them in threads and children. */
const mainEntries = {
  index: 'src/main/index.ts',
  cli: 'src/main/cli.ts',
  'sandbox-thread': 'src/sandbox/sandbox-thread.ts',
  'import-worker': 'src/main/import/worker/import-worker.ts',
  'keychain-child': 'src/main/keychain/keychain-child.ts',
}

export default defineConfig({
  main: {
    build: {
      rolldownOptions: {
        input: mainEntries,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
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
      rolldownOptions: { input: resolve(import.meta.dirname, 'src/renderer/index.html') },
    },
    plugins: [svelte({ configFile: '../../svelte.config.js' })],
  },
})
