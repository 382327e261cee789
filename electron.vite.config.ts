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
  'check-worker': 'src/main/storage/check-worker.ts',
  'keychain-child': 'src/main/keychain/keychain-child.ts',
}

/** Where a library writes a style into HTML, and what does the same without. */
const inlineStyles: readonly { readonly file: string; readonly style: RegExp; readonly instead: string }[] = [
  // The style sheet of SplitView sets the cursor while a pane is dragged.
  {
    file: 'paneforge/dist/internal/utils/style.js',
    style: /(?<=export function setGlobalCursorStyle\()[^]*?\n\}/,
    instead: ') {}',
  },
  {
    file: 'bits-ui/dist/bits/command/components/command-item.svelte',
    style: /style="display: contents;"/,
    instead: 'style:display="contents"',
  },
]

/**
 * The content security policy refuses styles in HTML, and trusted types refuse the writing of it. A library that changes
 * what is replaced here stops the build.
 */
const withoutInlineStyles: Plugin = {
  name: 'without-inline-styles',
  enforce: 'pre',
  transform(code, id) {
    const found = inlineStyles.find(({ file }) => id.endsWith(file))
    if (!found) return null
    if (!found.style.test(code)) throw new Error(`${found.file} has another inline style than it had`)
    return { code: code.replace(found.style, found.instead), map: null }
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
    plugins: [withoutInlineStyles, svelte({ configFile: '../../svelte.config.js' })],
  },
})
