import { describe, expect, it } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { parseCommand } from '../../../src/main/cli/arguments.ts'

const reasonOf = (argv: string[]): string => {
  try {
    parseCommand(argv, {})
  } catch (error) {
    if (error instanceof Fault && error.code === 'usage') return String(error.details.reason)
    throw error
  }
  throw new Error('was understood')
}

describe('parseCommand', () => {
  it('reads an import with all its options', () => {
    const argv =
      'import stock.csv --operation edit --commit --yes --json --report out.csv --encoding windows-1251'
    expect(parseCommand([...argv.split(' '), '--delimiter', ';'], {})).toMatchObject({
      name: 'import',
      file: 'stock.csv',
      operation: 'edit',
      commit: true,
      yes: true,
      json: true,
      report: 'out.csv',
      encoding: 'windows-1251',
      delimiter: ';',
    })
  })

  it('sends nothing unless it is told to', () => {
    expect(parseCommand(['import', 'stock.csv'], {})).toMatchObject({ commit: false, operation: null })
  })

  it('takes the place from options before the environment, and the key from the environment alone', () => {
    const env = {
      FORECOURT_BASE_URL: 'http://a',
      FORECOURT_USER_ID: '7',
      FORECOURT_API_KEY: 'k'.repeat(40),
      FORECOURT_DATA_DIR: '',
    }
    expect(parseCommand(['sync', '--base-url', 'http://b'], env).place).toEqual({
      baseUrl: 'http://b',
      userId: 7,
      key: 'k'.repeat(40),
      dataDir: undefined,
    })
  })

  it('shows the help without a command', () => {
    expect(parseCommand([], {}).name).toBe('help')
    expect(parseCommand(['--help'], {}).name).toBe('help')
  })

  it.each([
    [['publish'], 'publish'],
    [['constructor'], 'constructor'],
    [['import'], 'FILE.csv'],
    [['import', 'a.csv', 'b.csv'], 'b.csv'],
    [['import', 'a.csv', '--operation', 'upsert'], 'upsert'],
    [['import', 'a.csv', '--key', 'secret'], '--key'],
    [['orders', 'all'], 'all'],
    [['key'], 'set|status|forget'],
    [['key', 'show'], 'key show'],
    [['sandbox', '--port', '99999'], '99999'],
    [['sandbox', '--adverts', 'many'], 'many'],
    [['sync', '--user-id', '-1'], '--user-id'],
  ])('refuses %j and names what it does not understand', (argv, named) => {
    expect(reasonOf(argv)).toContain(named)
  })
})

it('the help names every option of a command', () => {
  for (const locale of ['en', 'uk'] as const) {
    const line = m
      .cli_help({}, { locale })
      .split('\n')
      .find((each) => each.includes(' report BATCH'))
    expect(line).toContain('[--failed] [--json]')
    const settle = m
      .cli_help({}, { locale })
      .split('\n')
      .find((each) => each.includes(' settle BATCH'))
    expect(settle).toContain('--keep LINE | --overwrite LINE')
  }
})
