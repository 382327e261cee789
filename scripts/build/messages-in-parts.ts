import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { z } from 'zod'

const root = process.cwd()

const messagesFolder = resolve(root, 'src/shared/i18n/messages')
const languages = readdirSync(messagesFolder).join('|')

/** The names of the messages in each part. */
function messageParts(): ReadonlyMap<string, ReadonlySet<string>> {
  const folder = join(messagesFolder, 'en')
  const keys = z.record(z.string(), z.unknown())
  const parts = new Map<string, Set<string>>()
  for (const file of readdirSync(folder))
    for (const name of Object.keys(keys.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))) {
      const part = partOf(file.replace(/\.json$/, ''), name)
      parts.set(part, (parts.get(part) ?? new Set()).add(name))
    }
  return parts
}

/** By the first words of a message's name: the window's first script takes no page's words with it. */
const partOf = (feature: string, message: string): string =>
  [feature, ...message.split('_').slice(0, 2)].join('.')

/** Modules that say messages by a name that is made at run time: they get every part with a message of that beginning. */
const saysByName: readonly { readonly file: string; readonly begin: string }[] = [
  { file: '/src/shared/words/failure-words.ts', begin: 'failure_' },
]
const wholeImport = "import { m } from '#shared/i18n/generated/messages.js'"

const compiledMessages = new RegExp(`/src/shared/i18n/generated/messages/(?:_index|${languages})\\.js$`)
const ofLanguage = new RegExp(`"\\./(${languages})\\.js"`, 'g')
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
export const messagesInParts = (): Plugin => {
  const parts = messageParts()
  const statements = new Map<string, readonly Statement[]>()
  return {
    name: 'messages-by-feature',
    enforce: 'pre',
    transform(code, id) {
      const found = saysByName.find(({ file }) => id.endsWith(file))
      if (!found) return null
      if (!code.includes(wholeImport)) throw new Error(`${id} imports messages otherwise than it did`)
      const index = resolve(root, 'src/shared/i18n/generated/messages/_index.js')
      const isSaid = (names: ReadonlySet<string>): boolean =>
        [...names].some((name) => name.startsWith(found.begin))
      const said = [...parts].flatMap(([part, names]) => (isSaid(names) ? [part] : []))
      const importOf = (part: string, at: number) =>
        `import * as part${at} from ${JSON.stringify(index + partQuery + part)}`
      const joined = `const m = { ${said.map((_, at) => `...part${at}`).join(', ')} }`
      const instead = [...said.map(importOf), joined].join('\n')
      return { code: code.replace(wholeImport, instead), map: null }
    },
    buildStart() {
      for (const { file } of saysByName) readFileSync(resolve(root, `.${file}`))
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
        code: text.replaceAll(ofLanguage, `"./$1.js${partQuery}${feature}"`),
        moduleSideEffects,
      }
    },
  }
}
