import { describe, expect, test } from 'vitest'
import type { Car } from '../../../../src/main/import/stock/decisions.ts'
import { readKeyCell } from '../../../../src/main/import/check/row-number.ts'
import { decide } from '../../../../src/main/import/stock/decide.ts'
import {
  advertName,
  type LinkFact,
  type StockFacts,
  type Vehicle,
} from '../../../../src/main/import/stock/stock-facts.ts'
import { stockTable } from '../../../../src/main/import/stock/stock-table.ts'
import {
  car,
  decided,
  diesel,
  facts,
  golf,
  held,
  kangoo,
  lackedBefore,
  link,
  unlinked,
  verdictOf,
} from './stock-examples.ts'

/** What the examples of the table show, as `action: reason`. */
const shown = new Set(['unchanged: equal-row', 'error: doubled-key'])

describe('what is done about a car that the file has', () => {
  const ended = (endedBy: LinkFact['endedBy']) => link('7', { state: 'ended', endedBy })
  const rows: [what: string, car: Car, stock: Partial<StockFacts>, done: string][] = [
    ['no link', car('7'), {}, 'create'],
    ['no link, spelt like a missing key', car('A-7'), { links: [link('A7')] }, 'asked: spelt-alike'],
    ['no link, a missing car of its vehicle', car('7'), { links: [link('6')] }, 'asked: renumbered'],
    ['no link, an unlinked advert', car('7'), { unlinked: [unlinked(1)] }, 'asked: unlinked-advert'],
    ['no link, no price', car('7', { price: null }), {}, 'asked: no-price'],
    ['its advert is the same', car('7'), { links: [link('7')] }, 'unchanged'],
    ['its advert differs', car('7', { changes: true }), { links: [link('7')] }, 'edit'],
    ['a field changed by hand', car('7', { kept: 'by-hand' }), { links: [link('7')] }, 'kept: by-hand'],
    ['a pinned field', car('7', { kept: 'pinned' }), { links: [link('7')] }, 'kept: pinned'],
    [
      'a field changed by hand, and another by the file',
      car('7', { kept: 'by-hand', changes: true }),
      { links: [link('7')] },
      'edit',
    ],
    ['out by the file', car('7'), { links: [link('7', { out: 'file' })] }, 'edit: back-in-stock'],
    [
      'out by the file, which still has none of it',
      car('7', { inStock: 0 }),
      { links: [link('7', { out: 'file' })] },
      'unchanged',
    ],
    ['out by a person', car('7'), { links: [link('7', { out: 'person' })] }, 'kept: out-by-person'],
    [
      'out by a person, with another price',
      car('7', { changes: true }),
      { links: [link('7', { out: 'person' })] },
      'edit: out-by-person',
    ],
    [
      'out by a person and by the file',
      car('7', { inStock: 0 }),
      { links: [link('7', { out: 'person' })] },
      'unchanged',
    ],
    ['its advert is gone', car('7'), { links: [link('7', { gone: true })] }, 'asked: gone'],
    ['gone, to be created anew', car('7'), { links: [link('7', { gone: true })], renewed: ['7'] }, 'create'],
    ['ended by a person', car('7'), { links: [ended('person')] }, 'asked: ended-by-person'],
    ['to be created anew', car('7'), { links: [ended('person')], renewed: ['7'] }, 'create'],
    ['ended by the file', car('7'), { links: [ended('file')] }, 'create'],
    ['a row in doubt, no link', car('7'), { held: [held('7')] }, 'waiting: in-doubt'],
    [
      'a row in conflict',
      car('7', { changes: true }),
      { held: [held('7', { why: 'conflict' })], links: [link('7')] },
      'waiting: conflict',
    ],
    ['a row that is sent', car('7'), { held: [held('7', { why: 'sending' })] }, 'waiting: sending'],
    [
      'another modification',
      car('7', { vehicle: diesel, changes: true }),
      { links: [link('7')] },
      'error: other-vehicle',
    ],
    [
      'a vehicle of which the link knows the model',
      car('7'),
      { links: [link('7', { vehicle: [9, 96, 0, 0] })] },
      'unchanged',
    ],
    ['a row with an error', car('7', { isValid: false }), { links: [link('7')] }, 'error: invalid'],
    ['a row without a key', car(null), {}, 'error: no-key'],
    ...(['long-key', 'shortened-key', 'error-key'] as const).map(
      (reason): [string, Car, Partial<StockFacts>, string] => [
        reason,
        car(null, { trouble: { reason, text: '' } }),
        {},
        `error: ${reason}`,
      ],
    ),
    ['no link, what a new advert needs is missing', car('7', { isComplete: false }), {}, 'error: invalid'],
    [
      'no link, a quantity of none',
      car('7', { soldOut: true }),
      { unlinked: [unlinked(1)] },
      'kept: not-in-stock',
    ],
    [
      'no link, a quantity of none, its advert is there',
      car('7', { soldOut: true, autoId: 1 }),
      { unlinked: [unlinked(1)] },
      'asked: unlinked-advert',
    ],
    ['may be made since before a recovery', car('7'), { mayBeMade: 'all' }, 'asked: recovered'],
    ['no link, the key without its zeros', car('7'), { links: [link('007')] }, 'asked: lost-zeros'],
  ]

  for (const [, , , done] of rows) shown.add(done)
  test.each(rows)('%s', (_what, row, stock, done) => {
    const { cars, missing } = decided([row], facts(stock))
    expect(cars).toEqual([done])
    expect(missing.filter((each) => each.startsWith('7 '))).toEqual([])
  })
})

// The new number asks: one answer is about both.
test.each([
  ['A7', 'A-7', 'spelt-alike'],
  ['7', '007', 'lost-zeros'],
  ['6', '7', 'renumbered'],
])('a missing %s that may be the new %s stays', (old, key, reason) => {
  shown.add(`missing: ${reason}`)
  const { missing } = decided([car(key)], facts({ links: [link(old)], missing: 'delete' }))
  expect(missing).toEqual([`${old} missing: ${reason}, nothing`])
})

describe('what is done about a car that the file lacks', () => {
  const rows: [what: string, link: LinkFact, stock: Partial<StockFacts>, done: string[]][] = [
    ['keep', link('7'), { missing: 'keep' }, ['7 missing, nothing']],
    ['not in stock', link('7'), { missing: 'not-in-stock' }, ['7 missing, not-in-stock']],
    [
      'not in stock, it is already',
      link('7', { out: 'file', lacked: lackedBefore }),
      {
        missing: 'not-in-stock',
        fields: new Map([['7', { in_stock: { given: 0, shown: null, pinned: false } }]]),
      },
      ['7 missing: already-out, nothing'],
    ],
    [
      'not in stock, an earlier row was not proven, and none since was sent',
      link('7', { out: 'file', lacked: lackedBefore }),
      {
        missing: 'not-in-stock',
        fields: new Map([['7', { in_stock: { given: null, shown: null, pinned: false } }]]),
      },
      ['7 missing, not-in-stock'],
    ],
    [
      'not in stock, a person keeps that from the file',
      link('7'),
      {
        missing: 'not-in-stock',
        fields: new Map([['7', { in_stock: { given: 1, shown: null, pinned: true } }]]),
      },
      ['7 missing: stock-pinned, nothing'],
    ],
    [
      'not in stock, by a person',
      link('7', { out: 'person' }),
      { missing: 'not-in-stock' },
      ['7 missing: already-out, nothing'],
    ],
    [
      'not in stock, no price is known',
      link('7', { priced: false }),
      { missing: 'not-in-stock' },
      ['7 missing: price-unknown, nothing'],
    ],
    ['delete, first file', link('7'), {}, ['7 missing: first-file, nothing']],
    ['delete, second file', link('7', { lacked: lackedBefore }), {}, ['7 missing, delete']],
    [
      'delete, second file, but a person keeps it in stock',
      link('7', { lacked: lackedBefore }),
      { fields: new Map([['7', { in_stock: { given: 1, shown: null, pinned: true } }]]) },
      ['7 missing: stock-pinned, nothing'],
    ],
    [
      'delete, the same file again',
      link('7', { lacked: { sha256: 'of today', at: '2026-11-20T20:00:00Z' } }),
      {},
      ['7 missing: first-file, nothing'],
    ],
    [
      'delete, the same file half a day later',
      link('7', { lacked: { sha256: 'of today', at: '2026-11-20T15:00:00Z' } }),
      {},
      ['7 missing, delete'],
    ],
    [
      'a link by likeness',
      link('7', { lacked: lackedBefore, byLikeness: true }),
      {},
      ['7 asked: by-likeness, nothing'],
    ],
    ['its advert is gone, first file', link('7', { gone: true }), {}, ['7 missing: already-gone, nothing']],
    [
      'its advert is gone, second file',
      link('7', { gone: true, lacked: lackedBefore }),
      { missing: 'keep' },
      ['7 missing: already-gone, nothing'],
    ],
    ['a row in doubt', link('7'), { held: [held('7')] }, ['7 waiting: in-doubt, nothing']],
    [
      'while a row may be any car',
      link('7'),
      { elsewhere: [{ key: '', fold: '', vehicle: golf }] },
      ['7 missing: unclear-rows, nothing'],
    ],
    [
      'while a car of its vehicle is asked about',
      link('7'),
      { elsewhere: [{ key: '6', fold: '6', vehicle: golf }] },
      ['7 missing: vehicle-open, nothing'],
    ],
    ['of another source', link('7', { ofSource: false }), {}, []],
    ['ended', link('7', { state: 'ended', endedBy: 'file' }), {}, []],
  ]

  for (const [, , , done] of rows) for (const each of done) shown.add(each.slice(2, each.indexOf(',')))
  test.each(rows)('%s', (_what, missing, stock, done) => {
    const other = car('8', { vehicle: kangoo })
    const known = facts({ ...stock, links: [missing, link('8', { vehicle: kangoo })] })
    expect(decided([other], known)).toMatchObject({ cars: ['unchanged'], missing: done })
  })
})

const missed = (key: string, vehicle: Vehicle | null = golf) => link(key, { vehicle, lacked: lackedBefore })
const elsewhere = link('03', { ofSource: false, isElsewhere: true })

/** Cars that may be one: a file, what is known, and what is decided about its cars and those that it lacks. */
const alike: Record<string, [cars: Car[], stock: Partial<StockFacts>, done: string[], missing?: string[]]> = {
  '00123 becomes 123, of another vehicle': [
    [car('123', { vehicle: diesel })],
    { links: [missed('00123')], sameTrim: 'new' },
    ['asked: lost-zeros'],
    ['00123 missing: spelt-alike, nothing'],
  ],
  'a held number that the file lacks': [[car('04')], { held: [held('03')] }, ['asked: renumbered']],
  'a held number that the file has: twins': [
    [car('03'), car('04')],
    { held: [held('03')] },
    ['waiting: in-doubt', 'create'],
  ],
  'two spellings of one model': [
    [car('A1'), car('А1'), car('a-1', { vehicle: kangoo })],
    {},
    ['asked: spelt-alike', 'asked: spelt-alike', 'create'],
  ],
  'another spelling of what a person deleted': [
    [car('A7')],
    { links: [link('A-7', { state: 'ended', endedBy: 'person' })] },
    ['asked: spelt-alike'],
  ],
  'all numbers move on by one': [
    [car('2'), car('3', { vehicle: diesel })],
    { links: [link('1'), link('2', { vehicle: diesel })] },
    ['error: other-vehicle', 'asked: renumbered'],
    ['1 missing: vehicle-open, nothing'],
  ],
  'one that the newest file of another source has': [[car('04')], { links: [elsewhere] }, ['create']],
  'its other spelling': [[car('0-3')], { links: [elsewhere] }, ['asked: spelt-alike']],
  'one that no newest file has': [
    [car('04')],
    { links: [{ ...elsewhere, isElsewhere: false }] },
    ['asked: renumbered'],
  ],
  'one that is said to be another car, and one that is not': [
    [car('04')],
    { links: [missed('01'), missed('02')], apart: [['04', '01']] },
    ['asked: renumbered'],
    ['01 missing, delete', '02 missing: renumbered, nothing'],
  ],
  'one that is created again': [
    [car('04')],
    { links: [missed('03')], renewed: ['04'] },
    ['create'],
    ['03 missing, delete'],
  ],
  'a car that waits, and others of its vehicle or of none': [
    [car('1')],
    { held: [held('1')], links: [missed('2'), missed('3', kangoo)] },
    ['waiting: in-doubt'],
    ['2 missing: vehicle-open, nothing', '3 missing, delete'],
  ],
  'a row that may hold others': [
    [car('1', { holdsRows: true })],
    { links: [missed('2', kangoo)] },
    ['create'],
    ['2 missing: unclear-rows, nothing'],
  ],
  'an advert of the model that is answered for one of two': [
    [car('1'), car('2')],
    { unlinked: [unlinked(1)], apart: [['1', advertName(1)]] },
    ['create', 'asked: unlinked-advert'],
  ],
}

test.each(Object.entries(alike))('%s', (_what, [cars, stock, done, missing = []]) => {
  expect(decided(cars, facts(stock))).toMatchObject({ cars: done, missing })
})

test('every outcome of the table has an example', () => {
  const outcomes = stockTable.map(([, , , action, reason]) => [action, reason].filter(Boolean).join(': '))
  expect([...new Set(outcomes)].filter((outcome) => !shown.has(outcome))).toEqual([])
})

describe('rows of one key', () => {
  test('are one if they say the same, whatever their order', () => {
    const first = car('7', { content: '1' })
    const second = car('7', { content: '1' })
    expect(decided([first, second], facts()).cars).toEqual(['create', 'unchanged: equal-row'])
    expect(decided([second, first], facts()).cars).toEqual(['unchanged: equal-row', 'create'])
    const { verdicts } = decide([second, first], facts())
    expect(verdictOf(verdicts, second).otherLine).toBe(first.line)
  })

  test('are errors if they differ, and the car is present', () => {
    const cars = [car('7'), car('7', { price: 1 })]
    const stock = facts({ links: [link('7', { lacked: lackedBefore })] })
    expect(decided(cars, stock)).toMatchObject({
      cars: ['error: doubled-key', 'error: doubled-key'],
      missing: [],
      present: ['7'],
    })
  })

  test('are told with the line of another one, the first too', () => {
    const cars = [car('7'), car('7', { price: 1 }), car('7', { price: 2 })]
    const { verdicts } = decide(cars, facts())
    const [first, second] = cars.map(({ line }) => line)
    expect(cars.map((each) => verdictOf(verdicts, each).otherLine)).toEqual([second, first, first])
  })

  test('that have no key say why nobody knows which car it is', () => {
    const cells = ['', '7'.repeat(101), '1,23457E+12', '1E+15', '#Н/Д', '#REF!', '12E5', '0012']
    expect(cells.map((text) => readKeyCell(text).trouble?.reason ?? 'a key')).toEqual([
      'no-key',
      'long-key',
      'shortened-key',
      'shortened-key',
      'error-key',
      'error-key',
      'a key',
      'a key',
    ])
    const row = car(null, { trouble: { reason: 'shortened-key', text: '1,2E+12' } })
    expect(decided([row], facts({ links: [link('8')] }))).toMatchObject({
      cars: ['error: shortened-key'],
      missing: ['8 missing: unclear-rows, nothing'],
    })
  })
})

describe('the two lists that the journal keeps', () => {
  test('what the file has, with its errors, and what it surely lacks', () => {
    const cars = [car('1'), car('2', { isValid: false }), car('3', { price: null })]
    const links = ['1', '2', '3', '4'].map((key) => link(key))
    expect(decided(cars, facts({ links }))).toMatchObject({ present: ['1', '2', '3'], lacking: ['4'] })
  })

  test('what is asked about is lacking too, but nothing is while a row may be any car', () => {
    const links = [link('2'), link('3', { vehicle: kangoo })]
    expect(decided([car('1')], facts({ links }))).toMatchObject({ present: ['1'], lacking: ['2', '3'] })
    expect(decided([car('1'), car(null)], facts({ links })).lacking).toEqual([])
  })

  test('a link ends without a request once its car left and a person took its advert', () => {
    const gone = link('1', { gone: true, lacked: lackedBefore })
    const ended = link('2', { state: 'ended', endedBy: 'person', lacked: lackedBefore })
    const first = link('3', { gone: true, vehicle: kangoo })
    const stock = facts({ links: [gone, ended, first], missing: 'keep' })
    const other = car('9', { vehicle: kangoo })
    expect(decided([other], { ...stock, renewed: ['9'] })).toMatchObject({
      lacking: ['1', '3', '2'],
      ending: ['1', '2'],
    })
    expect(decided([car('9')], stock).ending).toEqual([])
  })
})
