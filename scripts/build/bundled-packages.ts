import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The folder of the package whose file this is: by the last node_modules of its path, or by the collection of an icon. */
function packageOf(id: string): string | undefined {
  const collection = /^~icons\/([\w-]+)\//.exec(id)?.[1]
  if (collection !== undefined) return `node_modules/@iconify-json/${collection}`
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/'))?.[0]
  return folder?.slice(process.cwd().length + 1)
}

/**
 * Writes the folders of the packages whose code or style sheets a part of the app is built from to `out/packages/NAME.json`: what
 * the notices and the bill of materials name.
 */
export const bundledPackages = (name: string): Plugin => {
  const found = new Set<string>()
  const note = (id: string): void => {
    const folder = packageOf(id.replace(/^\0+/, ''))
    if (folder !== undefined) found.add(folder)
  }
  return {
    name: 'bundled-packages',
    generateBundle(_options, bundle) {
      for (const id of this.getModuleIds()) if (/\.css(?:\?|$)/.test(id)) note(id)
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue
        for (const [id, { renderedLength }] of Object.entries(part.modules)) if (renderedLength > 0) note(id)
      }
    },
    writeBundle() {
      const folder = join('out', 'packages')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${name}.json`), `${JSON.stringify([...found].sort(), null, 2)}\n`)
    },
  }
}
