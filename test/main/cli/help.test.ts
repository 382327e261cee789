import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { page, pagePath } from '../../../scripts/command-line-page.mjs'
import { applyLocale } from '#shared/i18n/locale.ts'
import { commandNames } from '../../../src/main/cli/commands.ts'
import { createProgram } from '../../../src/main/cli/program.ts'
import { runCommand } from '../../../src/main/cli/run.ts'
import { testEntries } from '../../scripts.ts'
import { outputTo } from '../../../src/main/cli/output.ts'

const languages = { en: 'en_GB.UTF-8', uk: 'uk_UA.UTF-8' }
type Language = keyof typeof languages

async function run(language: Language, ...argv: string[]) {
  let out = ''
  let err = ''
  const code = await runCommand(argv, {
    entries: testEntries,
    version: '0.0.0',
    env: { LANG: languages[language] },
    output: outputTo({ out: (text) => (out += text), err: (text) => (err += text), live: false }),
  })
  return { code, out, err }
}

/** It has no word of the other language, and fits into 80 columns. */
function expectPlain(out: string, language: Language): void {
  if (language === 'en') expect(out).not.toMatch(/[а-яіїєґ]/i)
  else expect(out).not.toMatch(/^(Usage|Options|Arguments|Commands|Examples)|\[options]|display help/m)
  for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
}

describe.each(['en', 'uk'] as const)('the help (%s)', (language) => {
  it.each([
    [['team', 'invite', '--help'], 'team invite', '--rights', '--force'],
    [['help', 'team', 'leave'], 'team leave', '--force', '--rights'],
    [['links', 'import', '--help'], 'links import', '--commit', 'links pin'],
    [['realty', 'info', '--help'], 'realty info', '--json', 'operation_type'],
    [['help', 'key', 'set'], 'key set', '--for-proxy', 'forget'],
    [['help', 'journal', 'restore'], 'journal restore', '--json', 'start-new'],
  ])('is of one action behind its name: %j', async (argv, usage, own, foreign) => {
    const { code, out } = await run(language, ...argv)
    expect([code, out]).toEqual([0, expect.stringContaining(` forecourt ${usage} `)])
    expect(out).toContain(own)
    expect(out).not.toContain(foreign)
  })

  it.each([[], ['help'], ['--help'], ['-h'], ['help', 'help'], ['help', '--json']])(
    'lists every command on standard output: %j',
    async (...argv) => {
      const { code, out, err } = await run(language, ...argv)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      for (const name of commandNames) expect(out).toMatch(new RegExp(String.raw`^  ${name} +\p{L}`, 'mu'))
      expect(out).toContain('FORECOURT_API_KEY')
      if (argv.length < 2) expectPlain(out, language)
    },
  )

  it.each(commandNames)('of %s is the same in both ways, and describes every option', async (name) => {
    const { code, out, err } = await run(language, name, '--help')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(await run(language, 'help', name)).toEqual({ code, out, err })
    const { program } = await createProgram([name], { print: () => undefined, version: '' })
    const command = program.commands.find((each) => each.name() === name)
    if (!command) throw new Error(`no command ${name}`)
    const options = command.options.map(({ flags }) => flags)
    expect(options).toContain('--base-url <URL>')
    // An argument that names an action has a line for each of them.
    const actions = command.registeredArguments.flatMap(({ argChoices }, at) =>
      at === 0 ? (argChoices ?? []) : [],
    )
    const named = command.registeredArguments.map((each) => each.name())
    const described = [...options, '-h, --help', ...named, ...actions]
    const lines = out.split('\n')
    for (const term of described) {
      const line = lines.find((each) => each.startsWith(`  ${term} `))
      expect(line?.slice(term.length + 2), term).toMatch(/^ +\p{L}/u)
    }
    expect(out).toContain(`\n  forecourt ${name}`)
    expectPlain(out, language)
  })
})

it('is in the docs as it is now', async () => {
  applyLocale('en')
  const now = readFileSync(pagePath, 'utf8')
  expect(now).toBe(await page(now))
})
