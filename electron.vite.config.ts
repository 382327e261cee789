import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import type { Plugin, Rolldown } from 'vite'
import { z } from 'zod'

/** Every entry of main: the app, the command line, and what runs beside them in threads and children. */
const mainEntries = {
  index: 'src/main/index.ts',
  cli: 'src/main/cli.ts',
  'sandbox-thread': 'src/sandbox/sandbox-thread.ts',
  'import-worker': 'src/main/import/worker/import-worker.ts',
  'sheet-worker': 'src/main/import/worker/sheet-worker.ts',
  'check-worker': 'src/main/storage/check-worker.ts',
  'keychain-child': 'src/main/keychain/keychain-child.ts',
}

/** What every command needs is two files instead of a dozen: each costs a start half a millisecond or more. */
const startGroups = [
  { name: 'language', test: /\/i18n\/(?:(?:locale|number-words)\.ts|generated\/(?:runtime|registry)\.js)$/ },
  {
    name: 'command-line',
    test: /\/src\/main\/(?:entries|cli\/(?:run-process|run|command-line|commands|program|place|data-dir|options|usage-error|usage-words|help-examples|output|forecourt-session|command-definition)|log\/(?:redact|key-pattern))\.ts$|\?feature=(?:app|cli)$|\/node_modules\/(?:@commander-js|commander)\//,
  },
  // What threads and children need too comes first, so that they don't load the app with it.
  { name: 'schemas', test: /\/node_modules\/zod\// },
  { name: 'shared-parts', test: /\/src\/(?:main\/keychain\/keychain-messages|shared\/bridge\/failure)\.ts$/ },
  { name: 'storage', test: /\/src\/main\/storage\/(?!check-worker)/ },
  { name: 'serve-imports', test: /\/src\/main\/import\/worker\/serve-imports\.ts$/ },
  { name: 'app', test: /\/src\/main\/(?:assemble|cli\/(?:open-forecourt|import-command|quota-words))\.ts$/ },
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

/** Numbers in messages are written without Intl, whose first number format takes half as long as an empty start. */
const plainNumbers: Plugin = {
  name: 'plain-numbers',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/i18n/generated/registry.js')) return null
    const line = 'return new Intl.NumberFormat(locale, options).format(Number(input))'
    if (!code.includes(line)) throw new Error(`${id} writes numbers otherwise than it did`)
    const plain = code.replace(line, 'return numberIn(locale, Number(input))')
    return { code: `import { numberIn } from '#shared/i18n/number-words.ts'\n${plain}`, map: null }
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

type PartOf = (feature: string, message: string) => string

/** The names of the messages in each part. */
function messageParts(partOf: PartOf): ReadonlyMap<string, ReadonlySet<string>> {
  const folder = resolve(import.meta.dirname, 'src/shared/i18n/messages/en')
  const keys = z.record(z.string(), z.unknown())
  const parts = new Map<string, Set<string>>()
  for (const file of readdirSync(folder))
    for (const name of Object.keys(keys.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))) {
      const part = partOf(file.replace(/\.json$/, ''), name)
      parts.set(part, (parts.get(part) ?? new Set()).add(name))
    }
  return parts
}

/** For the command line and its threads a feature is one part: each file costs a start. */
const byFeature: PartOf = (feature) => feature

/** For the window it is many, by the first words of a message's name: the first script takes no page's words with it. */
const byFirstWords: PartOf = (feature, message) => [feature, ...message.split('_').slice(0, 2)].join('.')

/** Modules that say messages by a name that is made at run time: they get all those of these features, and no others. */
const saysByName: readonly { readonly file: string; readonly features: readonly string[] }[] = [
  { file: '/src/shared/words/failure-words.ts', features: ['app', 'failures'] },
]
const wholeImport = "import { m } from '#shared/i18n/generated/messages.js'"

const compiledMessages = /\/src\/shared\/i18n\/generated\/messages\/(?:_index|en|uk)\.js$/
const partQuery = '?feature='

/** A statement of a compiled file of messages, and the name of the message that it exports. */
interface Statement {
  readonly name: string | null
  readonly code: string
}

/** A file has some thousand messages and some hundred parts: it is parsed once, not for each part. */
const statementsOf = (source: string, parse: Rolldown.PluginContext['parse']): Statement[] =>
  parse(source).body.map((node) => {
    const code = source.slice(node.start, node.end)
    if (node.type !== 'ExportNamedDeclaration') return { name: null, code }
    const [first] = node.declaration?.type === 'VariableDeclaration' ? node.declaration.declarations : []
    return { name: first?.id.type === 'Identifier' ? first.id.name : '', code }
  })

/**
 * Gives each part of the messages a module of its own, so that a command, a thread or a page loads those that it says and
 * not all of them. paraglide compiles one module for a language, or one for each message; two thousand modules would make
 * the tests and the type check slow.
 */
const messagesInParts = (partOf: PartOf): Plugin => {
  const parts = messageParts(partOf)
  const statements = new Map<string, readonly Statement[]>()
  return {
    name: 'messages-by-feature',
    enforce: 'pre',
    transform(code, id) {
      const found = saysByName.find(({ file }) => id.endsWith(file))
      if (!found) return null
      if (!code.includes(wholeImport)) throw new Error(`${id} imports messages otherwise than it did`)
      const index = resolve(import.meta.dirname, 'src/shared/i18n/generated/messages/_index.js')
      const said = [...parts.keys()].filter((part) => found.features.includes(part.split('.')[0] ?? ''))
      const importOf = (part: string, at: number) =>
        `import * as part${at} from ${JSON.stringify(index + partQuery + part)}`
      const joined = `const m = { ${said.map((_, at) => `...part${at}`).join(', ')} }`
      const instead = [...said.map(importOf), joined].join('\n')
      return { code: code.replace(wholeImport, instead), map: null }
    },
    buildStart() {
      for (const { file } of saysByName) readFileSync(resolve(import.meta.dirname, `.${file}`))
    },
    load(id) {
      const [file = '', feature] = id.split(partQuery)
      if (!compiledMessages.test(file)) return null
      const exportOf = (name: string) => `export * from ${JSON.stringify(file + partQuery + name)}`
      // Otherwise whoever says one message would load the parts of all.
      const moduleSideEffects = false
      if (feature === undefined)
        return { code: [...parts.keys()].map(exportOf).join('\n'), moduleSideEffects }
      const all =
        statements.get(file) ?? statementsOf(readFileSync(file, 'utf8'), (source) => this.parse(source))
      statements.set(file, all)
      const kept = all.filter(({ name }) => name === null || parts.get(feature)?.has(name) === true)
      const text = kept.map(({ code }) => code).join('\n')
      return {
        code: text.replaceAll(/"\.\/(en|uk)\.js"/g, `"./$1.js${partQuery}${feature}"`),
        moduleSideEffects,
      }
    },
  }
}

/**
 * For what runs in Node: takes Node's own modules by `process.getBuiltinModule`. An import makes a namespace of all that
 * the module exports and runs its getters for that: that of node:fs loads streams, that of node:http a WebSocket, that
 * of node:crypto all of Web Crypto, a fifth of what a command takes in all.
 */
const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  renderChunk(code) {
    const text = this.parse(code).body.reduceRight((rest, node) => {
      if (node.type !== 'ImportDeclaration' || !node.source.value.startsWith('node:')) return rest
      const targets = node.specifiers.map((specifier) => {
        if (specifier.type !== 'ImportSpecifier') return specifier.local.name
        const { imported, local } = specifier
        return `{ ${imported.type === 'Identifier' ? imported.name : imported.value}: ${local.name} }`
      })
      const taken = `process.getBuiltinModule(${JSON.stringify(node.source.value)})`
      const plain = targets.map((target) => `const ${target} = ${taken};`).join(' ')
      return rest.slice(0, node.start) + plain + rest.slice(node.end)
    }, code)
    return { code: text, map: null }
  },
}

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(resolve(import.meta.dirname, 'package.json'), 'utf8')))

export default defineConfig({
  main: {
    plugins: [messagesInParts(byFeature), plainNumbers, withoutSubprocesses, plainBuiltins],
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
      // A file in the style sheet itself would be a data: address, which the content security policy refuses.
      assetsInlineLimit: 0,
      rolldownOptions: { input: resolve(import.meta.dirname, 'src/renderer/index.html') },
    },
    plugins: [
      messagesInParts(byFirstWords),
      plainNumbers,
      withoutInlineStyles,
      svelte({ configFile: '../../svelte.config.js' }),
    ],
  },
})
