import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandNames } from '../../../src/main/cli/commands.ts'
import { createProgram } from '../../../src/main/cli/program.ts'
import { runCommand } from '../../../src/main/cli/run.ts'
import { testEntries } from '../../scripts.ts'
import { outputTo } from '../../../src/main/cli/output.ts'

async function scriptFor(shell: string, language = 'C'): Promise<string> {
  let script = ''
  const code = await runCommand(['completion', shell], {
    entries: testEntries,
    version: '0.0.0',
    env: { LANG: language },
    output: outputTo({ out: (text) => (script += text), err: () => undefined, live: false }),
  })
  expect(code).toBe(0)
  return script
}

describe('bash', () => {
  let folder: string
  let script: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'forecourt-completion-'))
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'new stock.csv'), '')
    writeFileSync(join(folder, 'sold.csv'), '')
    script = await scriptFor('bash')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function bash(commands: string, ...words: string[]): string {
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--norc', '--noprofile', '-c', `${script}\n${commands}`, 'bash', ...words],
      { cwd: folder, encoding: 'utf8' },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout
  }

  /** What bash offers for the last of `words`. */
  const offered = (...words: string[]): string[] =>
    bash(
      'COMP_WORDS=(forecourt "$@"); COMP_CWORD=$#; _forecourt; for each in "${COMPREPLY[@]}"; do printf "%s\\n" "$each"; done',
      ...words,
    )
      .split('\n')
      .filter((line) => line !== '')

  it('offers every option of each command', async () => {
    const each =
      'for name; do COMP_WORDS=(forecourt "$name" -); COMP_CWORD=2; _forecourt; echo "${COMPREPLY[*]}"; done'
    const lines = bash(each, ...commandNames)
      .trimEnd()
      .split('\n')
    const { ready } = await createProgram(commandNames, { print: () => undefined, version: '' })
    expect(lines).toEqual(
      ready.map(({ command }) => [...command.options.map(({ long }) => long), '--help'].join(' ')),
    )
  })

  it('offers the values of options and arguments', () => {
    expect(offered('import', 'sold.csv', '--operation', '')).toEqual(['create', 'edit', 'delete', 'stock'])
    expect(offered('import', '--encoding', 'k')).toEqual(['koi8-u'])
    expect(offered('key', '')).toEqual(['set', 'status', 'forget'])
    expect(offered('completion', 'p')).toEqual(['powershell'])
  })

  it('offers files and folders where they are expected', () => {
    expect(offered('import', '').sort()).toEqual(['data', 'new stock.csv', 'sold.csv'])
    expect(offered('import', 'n')).toEqual(['new stock.csv'])
    expect(offered('import', 'sold.csv', '--report', 's')).toEqual(['sold.csv'])
    expect(offered('import', 'sold.csv', '--map', 's')).toEqual(['sold.csv'])
    expect(offered('export', 'n')).toEqual(['new stock.csv'])
    expect(offered('template', 'edit', 'n')).toEqual(['new stock.csv'])
    expect(offered('watch', '')).toEqual(['data'])
    expect(offered('sync', '--data-dir', '')).toEqual(['data'])
  })
})

describe.each(['zsh', 'powershell'])('%s', (shell) => {
  it.each(['C', 'uk_UA.UTF-8'])(
    'names every command and option, and closes every string (%s)',
    async (language) => {
      const script = await scriptFor(shell, language)
      const { ready } = await createProgram(commandNames, { print: () => undefined, version: '' })
      for (const { name, command } of ready) {
        const line = script
          .split('\n')
          .find((each) => each.includes(shell === 'zsh' ? `  ${name}) ` : `'${name}' = [`))
        for (const { long } of command.options) expect(line).toContain(long)
      }
      // PowerShell takes a typographic quote for a quote, too.
      const quotes = shell === 'zsh' ? /'/g : /['‘’‚‛]/g
      for (const line of script.split('\n')) expect((line.match(quotes)?.length ?? 0) % 2, line).toBe(0)
    },
  )
})
