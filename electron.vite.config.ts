import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

/** Every entry of main: the app, the command line, and what runs beside them in threads and children. */
const mainEntries = {
  index: 'src/main/index.ts',
  cli: 'src/main/cli.ts',
  'sandbox-thread': 'src/sandbox/sandbox-thread.ts',
  'import-worker': 'src/main/import/worker/import-worker.ts',
  'keychain-child': 'src/main/keychain/keychain-child.ts',
}

/**
 * While a pane is dragged, paneforge sets the cursor by an inline style element that it writes as HTML. The content
 * security policy refuses the one and trusted types would refuse the other; the style sheet of SplitView sets the cursor.
 */
const withoutInlineCursor: Plugin = {
  name: 'without-inline-cursor',
  transform(code, id) {
    if (!id.endsWith('paneforge/dist/internal/utils/style.js')) return null
    const changed = code.replace(/(?<=export function setGlobalCursorStyle\()[^]*?\n\}/, ') {}')
    if (changed === code) throw new Error('paneforge sets its cursor in another way than it did')
    return { code: changed, map: null }
  },
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
    plugins: [withoutInlineCursor, svelte({ configFile: '../../svelte.config.js' })],
  },
})
