/**
 * A plugin of the build for what runs in Node: takes Node's own modules by `process.getBuiltinModule`. An import makes
 * a namespace of all that the module exports and runs its getters for that: that of node:fs loads streams, that of
 * node:http a WebSocket, that of node:crypto all of Web Crypto, a fifth of what a command takes in all.
 */
export const plainBuiltins = {
  name: 'plain-builtins',
  renderChunk(code) {
    const found = this.parse(code).body.filter(isBuiltinImport)
    const plain = found.reduceRight(
      (text, node) => text.slice(0, node.start) + declarationOf(node) + text.slice(node.end),
      code,
    )
    return { code: plain, map: null }
  },
}

const isBuiltinImport = ({ type, source, specifiers }) =>
  type === 'ImportDeclaration' && source.value.startsWith('node:') && specifiers.length > 0

function declarationOf({ source, specifiers }) {
  const module = `process.getBuiltinModule(${JSON.stringify(source.value)})`
  const named = specifiers.filter(({ type }) => type === 'ImportSpecifier')
  const whole = specifiers.filter(({ type }) => type !== 'ImportSpecifier')
  const names = named.map(({ imported, local }) => `${imported.name}: ${local.name}`)
  return [...whole.map(({ local }) => local.name), ...(names.length > 0 ? [`{ ${names.join(', ')} }`] : [])]
    .map((target) => `const ${target} = ${module};`)
    .join(' ')
}
