import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '../../../src/shared/bridge/calls.ts'

type Schema = z.core.$ZodTypes
interface Check {
  readonly _zod: { readonly def: { readonly check: string } }
}

const childless = new Set(['null', 'boolean', 'enum', 'literal'])
const hasCheck = ({ checks = [] }: { checks?: readonly unknown[] }, name: string): boolean =>
  checks.some((check) => (check as Check)._zod.def.check === name)

const hasMeta = (schema: z.core.$ZodType, name: string): boolean =>
  typeof z.globalRegistry.get(schema)?.[name] === 'number'

/** The paths in a request at which a text, a number, a list or bytes may be as large as the sender likes. */
function unbounded(schema: z.core.$ZodType, path = ''): string[] {
  const { def } = (schema as Schema)._zod
  const missing = (...names: string[]): string[] =>
    names.every((name) => hasCheck(def, name)) ? [] : [`${path} (${def.type})`]
  switch (def.type) {
    case 'string':
      return missing('max_length')
    case 'number':
      return missing('greater_than', 'less_than')
    case 'array':
      return [...missing('max_length'), ...unbounded(def.element, `${path}[]`)]
    case 'tuple':
      return def.items.flatMap((item, at) => unbounded(item, `${path}[${at}]`))
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => unbounded(part, `${path}.${name}`))
    case 'union':
      return def.options.flatMap((option) => unbounded(option, path))
    case 'optional':
    case 'nullable':
      return unbounded(def.innerType, path)
    case 'record': {
      const isFew = def.keyType._zod.def.type === 'enum' || hasMeta(schema, 'mostEntries')
      const parts = [...unbounded(def.keyType, `${path}{}`), ...unbounded(def.valueType, `${path}{}`)]
      return isFew ? parts : [`${path} (record)`, ...parts]
    }
    case 'custom':
      return hasMeta(schema, 'mostBytes') ? [] : [`${path} (bytes)`]
    default:
      return childless.has(def.type) ? [] : [`${path} (${def.type} is not known to be bounded)`]
  }
}

test.each(Object.entries(calls))(
  '%s: every text, number and list of its request is bounded',
  (_name, { request }) => {
    expect(unbounded(request)).toEqual([])
  },
)

test.each([
  ['a text', z.object({ a: z.string() }), '.a (string)'],
  ['an integer', z.object({ a: z.int() }), '.a (number)'],
  ['a number with one bound', z.object({ a: z.number().min(0) }), '.a (number)'],
  ['a list', z.object({ a: z.array(z.boolean()) }), '.a (array)'],
  ['what a list holds', z.array(z.string()).max(5), '[] (string)'],
  ['a part of a pair', z.tuple([z.string().max(5), z.string()]), '[1] (string)'],
  ['what may be absent', z.object({ a: z.string().nullable().optional() }), '.a (string)'],
  ['bytes', z.instanceof(Uint8Array), ' (bytes)'],
  ['a record', z.record(z.string().max(5), z.null()), ' (record)'],
  ['what a record holds', z.partialRecord(z.enum(['a']), z.string()), '{} (string)'],
  ['a set', z.set(z.null()), ' (set is not known to be bounded)'],
])('without a bound %s is found', (_what, schema, path) => expect(unbounded(schema)).toEqual([path]))

test('a request past its bounds is refused', () => {
  const mend = { draftId: 'a', line: 2, column: 0, value: '' }
  expect(calls['draft:fix'].request.safeParse(mend).success).toBe(true)
  expect(calls['draft:fix'].request.safeParse({ ...mend, column: 2 ** 24 }).success).toBe(false)
  expect(calls['draft:fix'].request.safeParse({ ...mend, column: -1 }).success).toBe(false)
  const append = (size: number): boolean =>
    calls['draft:append'].request.safeParse({ draftId: 'a', bytes: new Uint8Array(size) }).success
  expect([append(1_000_000), append(8 * 1_048_576 + 1)]).toEqual([true, false])
})
