import type { Plugin } from 'vite'

/**
 * For what runs in Node: takes Node's own modules by `process.getBuiltinModule`. An import makes a namespace of all that
 * the module exports and runs its getters for that: that of node:fs loads streams, that of node:http a WebSocket, that
 * of node:crypto all of Web Crypto, a fifth of what a command takes in all.
 */
export const plainBuiltins: Plugin = {
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
