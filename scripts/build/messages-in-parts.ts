import type { Plugin } from 'vite'
import { head, statementsOf } from './message-modules.mjs'

/** By the first words of a message's name: the window's first script takes no page's words with it. */
const partOf = (message: string): string => message.split('_').slice(0, 2).join('_')

const featureModule = /\/src\/shared\/i18n\/generated\/messages\/([\w-]+)\.js$/
const partQuery = '?part='

/**
 * Splits each feature's messages into modules, so that a command, a thread or a page loads those that it says and not all
 * of them. As files on the disk a thousand modules would slow the tests.
 */
export const messagesInParts = (): Plugin => {
  const features = new Map<string, ReadonlyMap<string, string>>()
  const statementsIn = (feature: string): ReadonlyMap<string, string> => {
    const found = features.get(feature) ?? statementsOf(feature)
    features.set(feature, found)
    return found
  }
  return {
    name: 'messages-in-parts',
    enforce: 'pre',
    load(id) {
      const [file = '', part] = id.split(partQuery)
      const feature = featureModule.exec(file.replaceAll('\\', '/'))?.[1]
      if (feature === undefined) return null
      const statements = [...statementsIn(feature)]
      const parts = [...new Set(statements.map(([name]) => partOf(name)))]
      const code =
        part === undefined
          ? parts.map((name) => `export * from ${JSON.stringify(file + partQuery + name)}`)
          : [head, ...statements.flatMap(([name, statement]) => (partOf(name) === part ? [statement] : []))]
      // Otherwise a module that says one message would load the parts of all.
      return { code: code.join('\n'), moduleSideEffects: false }
    },
  }
}
