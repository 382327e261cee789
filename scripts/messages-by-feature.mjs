/**
 * A plugin of the build: gives every feature's messages a module of its own, so that a command, a thread or a page loads
 * those that it says and not all of them. paraglide compiles either one module for a language or one for each message;
 * a thousand modules would make the tests and the type check slow.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const generated = /\/src\/shared\/i18n\/generated\/messages\/(?:_index|en|uk)\.js$/
const query = '?feature='

/** @param {string} messages folder with a JSON file of messages for each feature */
export function messagesByFeature(messages) {
  const features = featuresOf(messages)
  return {
    name: 'messages-by-feature',
    enforce: 'pre',
    load(id) {
      const [file, feature] = id.split(query)
      if (!generated.test(file)) return null
      const code =
        feature === undefined
          ? [...features.keys()].map((name) => `export * from ${JSON.stringify(file + query + name)}`).join('\n')
          : partOf(this, readFileSync(file, 'utf8'), features.get(feature), feature)
      // Otherwise whoever says one message would load the parts of all.
      return { code, moduleSideEffects: false }
    },
  }
}

/** The names of each feature's messages. */
function featuresOf(folder) {
  const names = (file) => Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  return new Map(readdirSync(folder).map((file) => [file.replace(/\.json$/, ''), new Set(names(file))]))
}

/** The imports of a module, each from the same feature's part, and its exports of these names. */
function partOf(context, source, names, feature) {
  const { body } = context.parse(source)
  const kept = body.filter((node) => node.type !== 'ExportNamedDeclaration' || names.has(nameOf(node)))
  const text = kept.map(({ start, end }) => source.slice(start, end)).join('\n')
  return text.replaceAll(/"\.\/(en|uk)\.js"/g, `"./$1.js${query}${feature}"`)
}

const nameOf = ({ declaration }) => declaration?.declarations[0].id.name
