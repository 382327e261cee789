import { describe, expect, test } from 'vitest'
import {
  dictionary,
  flag,
  group,
  identifier,
  list,
  number,
  prose,
  readable,
  text,
} from '../../../src/main/service/tolerant.ts'

const odd = { any: 'thing' }

describe('what comes in another form is coerced once', () => {
  test.each([
    [12, 12],
    ['12', 12],
    ['-12.5', -12.5],
    ['12,5', 12.5],
    [' 1 234\u00a0567 ', 1_234_567],
    ['1e3', 1000],
    [true, 1],
    ['', null],
    [null, null],
    [undefined, null],
    [[], null],
  ])('number %j → %j', (value, expected) => expect(number.parse(value)).toBe(expected))

  test('a list without what can’t be read of it', () => {
    expect(readable(identifier).parse([1, null, '2', { any: 'thing' }])).toEqual([1, 2])
    expect(readable(identifier).parse(null)).toEqual([])
    expect(readable(identifier).safeParse('text').success).toBe(false)
  })

  test('ids as keys, and none', () => {
    expect(dictionary(number).parse({ 209: '3', 5: null })).toEqual({ 209: 3, 5: null })
    expect(dictionary(number).parse([])).toEqual({})
    expect(dictionary(number).parse(['5', 7])).toEqual({ 0: 5, 1: 7 })
  })
})

test.each([
  ['number', number, odd],
  ['number', number, 'twelve'],
  ['number', number, [1]],
  ['identifier', identifier, null],
  ['text', text, odd],
  ['prose', prose, odd],
  ['flag', flag, odd],
  ['group', group({ a: number }), 'text'],
  ['list', list(number), 'text'],
  ['dictionary', dictionary(number), 'text'],
])('what can’t be read stays an issue: %s', (_name, schema, value) =>
  expect(schema.safeParse(value).success).toBe(false),
)
