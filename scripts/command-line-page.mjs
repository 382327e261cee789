/** Prints the help of every command into docs/command-line.md: `node scripts/command-line-page.mjs` after a change of it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandNames } from '../src/main/cli/commands.ts'
import { createProgram } from '../src/main/cli/program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const pagePath = 'docs/command-line.md'

/**
 * Parts that the page leaves out: arguments, which the usage names, options of all commands, and the service's own parameters,
 * which `api --list` prints.
 */
const leftOut = [
  /^Arguments:\n(?: .*\n)*\n?/m,
  /^Account and data:\n(?: .*\n)*\n?/m,
  /^ {2}(?:-h, --help|--(?:json|base-url|user-id|auth|data-dir|quiet)) .*\n(?: {4,}.*\n)*/gm,
  /^Parameters.*\n(?: .*\n)*\n?/gm,
  /^Options:\n\n/m,
]
const optionParts = /^ {2}--.*\n(?: {4,}.*\n)*/gm

async function helpOf(name) {
  let text = ''
  const { program } = await createProgram([name], { print: (part) => (text += part), version: '' })
  program.commands.find((command) => command.name() === name)?.outputHelp()
  return leftOut.reduce((rest, part) => rest.replace(part, ''), text).trim()
}

/** The help of `watch` without the options that `import` has too, which are named. */
async function helpOfWatch() {
  const shared = new Set((await helpOf('import')).match(optionParts))
  const names = []
  const own = (await helpOf('watch')).replace(optionParts, (option) => {
    if (!shared.has(option)) return option
    names.push(/--\S+/.exec(option)?.[0])
    return ''
  })
  return `${own}\n\nOptions of import that watch has too:\n  ${names.join(', ').replaceAll(/(.{60,76}) /g, '$1\n  ')}`
}

const generated = /(<!-- commands -->\n)[\s\S]*?(<!-- \/commands -->)/

/** The page as it has to be: what is between the marks comes from the program. */
export async function page(now) {
  const helps = await Promise.all(
    commandNames.map(
      async (name) =>
        `### ${name}\n\n\`\`\`text\n${await (name === 'watch' ? helpOfWatch() : helpOf(name))}\n\`\`\`\n`,
    ),
  )
  return now.replace(generated, (_, begin, end) => `${begin}\n${helps.join('\n')}\n${end}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(root, pagePath)
  writeFileSync(path, await page(readFileSync(path, 'utf8')))
}
