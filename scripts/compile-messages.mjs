/** Writes the compiled messages to src/shared/i18n/generated; only those of features whose texts changed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { features, head, statementsOf, typesOf } from './build/message-modules.mjs'

const folder = 'src/shared/i18n/generated'
const messages = join(folder, 'messages')

mkdirSync(messages, { recursive: true })
const seen = new Map()
for (const feature of features) {
  const statements = statementsOf(feature)
  for (const name of statements.keys()) {
    if (seen.has(name))
      throw new Error(`"${name}" is a message of both ${seen.get(name)}.json and ${feature}.json`)
    seen.set(name, feature)
  }
  write(join(messages, `${feature}.js`), `${head}${[...statements.values()].join('\n')}\n`)
  write(join(messages, `${feature}.d.ts`), typesOf(feature))
}
const all = features.map((feature) => `export * from './messages/${feature}.js'\n`).join('')
for (const end of ['.js', '.d.ts']) {
  write(join(folder, `all${end}`), all)
  write(join(folder, `messages${end}`), "export * as m from './all.js'\n")
}

/** A file that is the same keeps its time: nothing is built again for it. */
function write(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  writeFileSync(file, text)
}
