import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, afterAll, expect, it } from 'vitest'
import { commandNames, type CommandName } from '../src/main/cli/commands.ts'
import { outputTo } from '../src/main/cli/output.ts'
import { createProgram } from '../src/main/cli/program.ts'
import { runCommand } from '../src/main/cli/run.ts'
import { testEntries } from './scripts.ts'

/** In the order in which their commands are run: what one page makes, the next one finds. */
const pages = [
  'README.md',
  ...globSync('docs/{dealer/en,office}/*.md').toSorted(),
  'docs/command-line.md',
  'CONTRIBUTING.md',
  ...globSync('docs/engineering/*.md').toSorted(),
]

interface Line {
  readonly page: string
  readonly text: string
  /** True if it stands in a block of `sh`, whose commands are run; those of `bash` need a server, root or a keychain. */
  readonly isRun: boolean
}

const lines: readonly Line[] = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^ *```(sh|bash)\n([^]*?)^ *```/gm)].flatMap(
    ([, language, block = '']) =>
      block
        .split('\n')
        .map((text) => ({ page, text: text.trim(), isRun: language === 'sh' }))
        .filter(({ text }) => text !== '' && !text.startsWith('#')),
  ),
)

/** In sentences, and the examples of the help. */
const inline: readonly Line[] = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/(?:`|^ {2})((?:forecourt|npm run) [^`\n]+)(?:`|$)/gm)].map(
    ([, text = '']) => ({
      page,
      text,
      isRun: false,
    }),
  ),
)

/** Its words without quotes and what a comment says. */
const wordsOf = (text: string): string[] =>
  Array.from(
    text.replace(/\s#\s.*$/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, a, b, c]) => a ?? b ?? c ?? '',
  )

/** The arguments of a command of ours; undefined if the line is another program's. */
function commandOf(text: string): string[] | undefined {
  const words = wordsOf(text)
  if (words[0] === 'forecourt') return words.slice(1)
  return text.startsWith('npm run --silent cli -- ') ? words.slice(5) : undefined
}

const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts

async function unknownIn({ text }: Line): Promise<string[]> {
  const words = wordsOf(text)
  const [name = '', ...args] = commandOf(text) ?? []
  if (name === '' || name === 'help') {
    const script = /^npm run (?!--)(\S+)/.exec(text)?.[1]
    const files = words.filter((word) => /^(?:src|test|scripts|resources)\//.test(word))
    return [...files.filter((file) => !existsSync(file)), ...(script && !(script in scripts) ? [script] : [])]
  }
  if (!/^[a-z]/.test(name)) return []
  if (!(commandNames as readonly string[]).includes(name)) return [name]
  const { program } = await createProgram([name as CommandName], { print: () => undefined, version: '' })
  const known = program.commands.find((command) => command.name() === name)?.options.map(({ long }) => long)
  return args.filter((word) => word.startsWith('--') && word !== '--help' && !known?.includes(word))
}

it.each([...lines, ...inline])('$page: $text names what there is', async (line) => {
  expect(await unknownIn(line)).toEqual([])
})

let world: string
beforeAll(() => {
  world = mkdtempSync(join(tmpdir(), 'forecourt-docs-'))
  mkdirSync(join(world, 'dms'))
  writeFileSync(join(world, 'prices.csv'), 'auto_id,price,currency\n39099930,28900,USD\n')
  writeFileSync(join(world, 'cars.csv'), 'Код,Марка,Модель,Ціна,Валюта\nA-1,BMW,X5,61900,USD\n')
  cpSync(join(world, 'cars.csv'), join(world, 'dms/cars.csv'))
})
afterAll(() => rmSync(world, { recursive: true, force: true, maxRetries: 3 }))

/** The newest batch, which pages call BATCH. */
let batch = ''

async function run(argv: readonly string[]): Promise<{ code: number; said: string }> {
  let said = ''
  const code = await runCommand(argv, {
    entries: testEntries,
    version: '0.0.0',
    env: { FORECOURT_DATA_DIR: join(world, 'data'), LC_ALL: 'en_US.UTF-8' },
    output: outputTo({ out: (text) => (said += text), err: (text) => (said += text), live: false }),
  })
  batch = /\b\d{4}-\d\d-\d\d-[a-z0-9]{5}\b/.exec(said)?.[0] ?? batch
  return { code, said }
}

it.each(lines.filter(({ text, isRun }) => isRun && commandOf(text)))(
  '$page: $text does what it says',
  async ({ text }) => {
    const argv = (commandOf(text) ?? []).map((word) => {
      if (word === 'BATCH') return batch
      return /^(?:dms|[\w.-]+\.(?:csv|xlsx|zip))$/.test(word) ? join(world, word) : word
    })
    const { code, said } = await run(argv)
    expect(code, said).toBe(Number(/# exit (\d)/.exec(text)?.[1] ?? 0))
  },
)
