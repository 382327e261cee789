import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { z } from 'zod'
import { messagesByFeature } from './scripts/messages-by-feature.mjs'
import { plainBuiltins } from './scripts/plain-builtins.mjs'

/** Every entry of main: the app, the command line, and what runs beside them in threads and children. */
const mainEntries = {
  index: 'src/main/index.ts',
  cli: 'src/main/cli.ts',
  'sandbox-thread': 'src/sandbox/sandbox-thread.ts',
  'import-worker': 'src/main/import/worker/import-worker.ts',
  'check-worker': 'src/main/storage/check-worker.ts',
  'keychain-child': 'src/main/keychain/keychain-child.ts',
}

/** What every command needs is two files instead of a dozen: each costs a start half a millisecond or more. */
const startGroups = [
  { name: 'language', test: /\/i18n\/(?:locale\.ts|generated\/(?:runtime|registry)\.js)$/ },
  {
    name: 'command-line',
    test: /\/src\/main\/(?:entries|cli\/(?:run-process|run|command-line|commands|program|place|data-dir|options|usage-error|usage-words|help-examples|output|forecourt-session|command-definition)|log\/(?:redact|key-pattern))\.ts$|\?feature=(?:app|cli)$|\/node_modules\/(?:@commander-js|commander)\//,
  },
]

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

/** Commander loads what starts processes, and with it sockets, for commands that are programs of their own: we have none. */
const withoutSubprocesses: Plugin = {
  name: 'without-subprocesses',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('commander/lib/command.js')) return null
    const line = "import childProcess from 'node:child_process';"
    if (!code.includes(line)) throw new Error(`${id} imports processes otherwise than it did`)
    return { code: code.replace(line, 'const childProcess = {};'), map: null }
  },
}

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

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
const splitMessages = messagesByFeature(resolve(import.meta.dirname, 'src/shared/i18n/messages/en'))

export default defineConfig({
  main: {
    plugins: [splitMessages, withoutSubprocesses, plainBuiltins],
    define: { 'process.env.npm_package_version': JSON.stringify(version) },
    build: {
      // Bundled, a library is one file of what is used of it: zod alone is a hundred files otherwise.
      externalizeDeps: false,
      rolldownOptions: {
        external: ['keytar'],
        input: mainEntries,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: { groups: startGroups },
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
      rolldownOptions: { input: resolve(import.meta.dirname, 'src/renderer/index.html') },
    },
    plugins: [splitMessages, withoutInlineStyles, svelte({ configFile: '../../svelte.config.js' })],
  },
})
