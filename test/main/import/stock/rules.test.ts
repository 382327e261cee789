import { describe, expect, test } from 'vitest'
import { decide } from '../../../../src/main/import/stock/decide.ts'
import { advertName, type Vehicle } from '../../../../src/main/import/stock/stock-facts.ts'
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

const missing = (key: string, vehicle: Vehicle | null = golf) => link(key, { vehicle, lacked: lackedBefore })

describe('a row that may be any car (6, 7)', () => {
  test('a row with a bad price is present: its advert stays', () => {
    const stock = facts({ links: [missing('1')] })
    expect(decided([car('1', { isValid: false })], stock)).toMatchObject({ missing: [], lacking: [] })
  })

  test.each([
    ['no key', car(null)],
    ['an error and no link', car('1', { isValid: false })],
    ['other rows inside it', car('1', { holdsRows: true })],
  ])('while a row has %s, nothing is missing', (_what, row) => {
    const stock = facts({ links: [missing('2', kangoo)] })
    expect(decided([row], stock)).toMatchObject({
      missing: ['2 missing: unclear-rows, nothing'],
      lacking: [],
    })
  })

  test.each([
    ['waits', facts({ held: [held('1')], links: [missing('2'), missing('3', kangoo)] })],
    ['is asked about', facts({ unlinked: [unlinked(1)], links: [missing('2'), missing('3', kangoo)] })],
  ])('while a car %s, nothing of its vehicle is missing', (_what, stock) => {
    const { missing: told } = decided([car('1')], { ...stock, apart: [['1', '3']], sameTrim: 'new' })
    expect(told).toEqual(['2 missing: vehicle-open, nothing', '3 missing, delete'])
  })

  test('nor while another source’s file has one without an advert', () => {
    const elsewhere = [{ key: '1', fold: '1', vehicle: golf }]
    const links = [missing('2'), missing('3', kangoo)]
    const done = ['2 missing: vehicle-open, nothing', '3 missing, delete']
    expect(decided([car('9', { vehicle: diesel })], facts({ elsewhere, links })).missing).toEqual(done)
    expect(decided([car('01')], facts({ elsewhere })).cars).toEqual(['asked: spelt-alike'])
  })

  test.each([
    ['of the same vehicle holds it back', golf, '2 missing: unclear-rows, nothing'],
    ['of no known vehicle is no sign that the car moved there', null, '2 missing, delete'],
  ])('one that has no number and is %s', (_what, vehicle, done) => {
    const elsewhere = [{ key: '', fold: '', vehicle }]
    const stock = facts({ elsewhere, links: [missing('2')] })
    expect(decided([car('9', { vehicle: diesel })], stock).missing).toEqual([done])
  })

  test.each([
    ['the model alone', [9, 96, 0, 0] as const, ['2 missing: vehicle-open, nothing']],
    ['nothing', null, ['2 missing: vehicle-open, nothing']],
    ['another model', [9, 97, 0, 0] as const, ['2 missing, delete']],
  ])('of a missing car %s is known', (_what, vehicle, done) => {
    const stock = facts({ held: [held('1')], links: [missing('2', vehicle)] })
    expect(decided([car('1')], stock).missing).toEqual(done)
  })
})

describe('a key that may be another number of a car (8)', () => {
  test('03 becomes 04: neither created nor withdrawn', () => {
    const stock = facts({ links: [missing('03')] })
    expect(decided([car('04')], stock)).toMatchObject({
      cars: ['asked: renumbered'],
      missing: ['03 missing: renumbered, nothing'],
    })
    const row = car('04')
    expect(verdictOf(decide([row], stock).verdicts, row)).toMatchObject({ other: '03' })
  })

  test('00123 becomes 123, be its vehicle another one by then', () => {
    const stock = facts({ links: [missing('00123')], sameTrim: 'new' })
    expect(decided([car('123', { vehicle: diesel })], stock)).toMatchObject({
      cars: ['asked: lost-zeros'],
      missing: ['00123 missing: spelt-alike, nothing'],
    })
  })

  test('a held key that the file lacks is asked about too', () => {
    const stock = facts({ held: [held('03'), held('5', { vehicle: null })] })
    expect(decided([car('04'), car('05', { vehicle: kangoo })], stock).cars).toEqual([
      'asked: renumbered',
      'asked: spelt-alike',
    ])
  })

  test('a held key that the file has is another car: twins', () => {
    expect(decided([car('03'), car('04')], facts({ held: [held('03')] })).cars).toEqual([
      'waiting: in-doubt',
      'create',
    ])
  })

  test('two spellings in one file are asked about if the model is one', () => {
    const rows = [car('A1'), car('А1'), car('a-1', { vehicle: kangoo })]
    expect(decided(rows, facts()).cars).toEqual(['asked: spelt-alike', 'asked: spelt-alike', 'create'])
    expect(decided(rows, facts({ links: [link('A1')] })).cars).toEqual([
      'unchanged',
      'asked: spelt-alike',
      'create',
    ])
  })

  test('what a person deleted does not come back under another spelling', () => {
    const stock = facts({ links: [link('A-7', { state: 'ended', endedBy: 'person' })] })
    expect(decided([car('A7')], stock).cars).toEqual(['asked: spelt-alike'])
  })

  test('all numbers move on by one: the last one is no new car', () => {
    const links = [link('1', { vehicle: golf }), link('2', { vehicle: diesel })]
    const rows = [car('2', { vehicle: golf }), car('3', { vehicle: diesel })]
    expect(decided(rows, facts({ links }))).toMatchObject({
      cars: ['error: other-vehicle', 'asked: renumbered'],
      missing: ['1 missing: vehicle-open, nothing'],
    })
  })

  test('a missing key of another source counts unless the newest file of one has it', () => {
    const other = link('03', { ofSource: false, isElsewhere: true })
    expect(decided([car('04')], facts({ links: [other] })).cars).toEqual(['create'])
    const lacked = { ...other, isElsewhere: false }
    expect(decided([car('04')], facts({ links: [lacked] }))).toMatchObject({
      cars: ['asked: renumbered'],
      missing: [],
    })
    expect(decided([car('0-3')], facts({ links: [other] })).cars).toEqual(['asked: spelt-alike'])
  })

  test('what is answered is asked no more', () => {
    const links = [missing('03')]
    const done = { cars: ['create'], missing: ['03 missing, delete'] }
    expect(decided([car('04')], facts({ links, apart: [['03', '04']] }))).toMatchObject(done)
    expect(decided([car('04')], facts({ links, renewed: ['04'] }))).toMatchObject(done)
    expect(decided([car('04')], facts({ links, sameTrim: 'new' }))).toMatchObject(done)
  })

  test('an answer about one key leaves the question about another', () => {
    const stock = facts({ links: [missing('01'), missing('02')], apart: [['04', '01']] })
    expect(decided([car('04')], stock)).toMatchObject({
      cars: ['asked: renumbered'],
      missing: ['01 missing, delete', '02 missing: renumbered, nothing'],
    })
  })
})

describe('the other rules', () => {
  test('two salons, two files: what the other one had is not missing (9)', () => {
    const stock = facts({ links: [link('1', { ofSource: false }), link('2')] })
    expect(decided([car('2')], stock).missing).toEqual([])
  })

  test('an edit never makes another vehicle of an advert (11)', () => {
    const stock = facts({ links: [link('1')] })
    const rows = [
      [9, 96, 1001, 2002],
      [9, 96, 1002, 2001],
      [9, 97, 1001, 2001],
      [8, 96, 1001, 2001],
    ] as const
    for (const vehicle of rows)
      expect(decided([car('1', { vehicle })], stock).cars).toEqual(['error: other-vehicle'])
  })

  test('after a person’s delete the next file asks, whatever else it says (12)', () => {
    const stock = facts({ links: [link('1', { state: 'ended', endedBy: 'person' })], sameTrim: 'new' })
    expect(decided([car('1', { changes: true })], stock).cars).toEqual(['asked: ended-by-person'])
  })

  test('first night: no create while an advert of the model is unanswered for the key (13)', () => {
    const own = [unlinked(1), unlinked(2), unlinked(3, { modelId: 97 })]
    const apart = [['1', advertName(1)]] as const
    expect(decided([car('1')], facts({ unlinked: own, apart })).cars).toEqual(['asked: unlinked-advert'])
    const both = [...apart, ['1', advertName(2)]] as const
    expect(decided([car('1'), car('2')], facts({ unlinked: own, apart: both })).cars).toEqual([
      'create',
      'asked: unlinked-advert',
    ])
  })

  test('a key to be created anew is still asked about adverts without a link (13)', () => {
    const stock = facts({ links: [link('1', { gone: true })], renewed: ['1'], unlinked: [unlinked(1)] })
    expect(decided([car('1')], stock).cars).toEqual(['asked: unlinked-advert'])
  })

  test('only what the file put out of stock comes back by itself (16)', () => {
    const links = [link('1', { out: 'file' }), link('2', { out: 'person' })]
    expect(decided([car('1'), car('2')], facts({ links })).cars).toEqual([
      'edit: back-in-stock',
      'kept: out-by-person',
    ])
  })
})
