import { expect, test } from 'vitest'
import { decode, encode } from './codec.ts'

const there = (value: unknown): unknown => decode(encode(value))

test.each([
  ['text', 'Їжак «й» 🚗 \ud800'],
  ['numbers', [0, -0, 1.5, NaN, Infinity, -Infinity, 2 ** 53]],
  ['nothing', { absent: undefined, none: null, list: [undefined, null] }],
  ['big integers', 123456789012345678901234567890n],
  ['dates', [new Date(0), new Date(Number.NaN)]],
  ['regular expressions', /ціна\s+(\d+)/giu],
  ['maps', new Map<unknown, unknown>([[{ key: 1 }, new Map([['a', undefined]])]])],
  ['sets', new Set([1, 'one', null])],
  ['boxed primitives', [Object(1), Object('s'), Object(false), Object(5n)]],
  ['bytes', new Uint8Array([1, 2, 255])],
  ['numbers of a grid', new Float64Array([1.5, NaN])],
  ['a buffer', new Uint8Array([7, 8]).buffer],
  ['nested lists', [[[], [{}]], {}]],
  ['text that looks like our own marks', [[0], ['undefined', ''], [1, 2]]],
])('carries %s', (_name, value) => {
  expect(there(value)).toStrictEqual(value)
})

test('keeps identity: cycles, and one object in two places', () => {
  const shared = { price: 1 }
  const value: Record<string, unknown> = { first: shared, second: shared }
  value.self = value
  const copy = there(value) as typeof value
  expect(copy.self).toBe(copy)
  expect(copy.first).toBe(copy.second)
})

test('errors keep kind, message, stack and cause', () => {
  const error = new RangeError('too dear', { cause: { price: 9 } })
  const copy = there(error) as RangeError
  expect(copy).toBeInstanceOf(RangeError)
  expect([copy.message, copy.stack, copy.cause]).toEqual([error.message, error.stack, { price: 9 }])
  expect(Object.keys(copy)).toEqual([])
})

test('__proto__ is a key like any other', () => {
  const value: unknown = JSON.parse('{"__proto__": {"polluted": true}}')
  const copy = there(value) as object
  expect(Object.hasOwn(copy, '__proto__')).toBe(true)
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
})

test.each([
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a promise', Promise.resolve()],
  ['a weak map', new WeakMap()],
  ['a function deep inside', { list: [{ act: () => 1 }] }],
  ['what only browsers clone', new Blob(['x'])],
])("refuses %s in Electron's words", (_name, value) => {
  expect(() => encode(value)).toThrow('An object could not be cloned.')
})
