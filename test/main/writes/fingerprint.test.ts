import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprintOf } from '../../../src/main/writes/fingerprint.ts'

type Payload = Readonly<Record<string, string | number | undefined>>

/** As it was first written: released journals hold such fingerprints. */
function fingerprintAtFirst(operation: string | null, payload: Payload): string {
  const names = Object.keys(payload).sort()
  const text = JSON.stringify([operation, ...names.map((name) => [name, payload[name]])])
  return hash('sha256', text, 'base64url').slice(0, 22)
}

const payloads: fc.Arbitrary<Payload> = fc.dictionary(
  fc.oneof(fc.constantFrom('auto_id', 'price', 'currency_id', 'auto_note'), fc.string()),
  fc.oneof(fc.integer(), fc.double(), fc.string({ unit: 'binary' }), fc.constant(undefined)),
  { maxKeys: 5 },
)

test('rows have the fingerprints that released journals hold', () => {
  fc.assert(
    fc.property(fc.array(payloads, { maxLength: 4 }), (rows) => {
      for (const row of rows)
        for (const operation of ['create', 'edit', 'delete', null] as const)
          expect(fingerprintOf(operation, row)).toBe(fingerprintAtFirst(operation, row))
    }),
  )
})

test('the order of the values is nothing', () => {
  const one = fingerprintOf('edit', { auto_id: 5, price: 100, currency_id: 1 })
  expect(fingerprintOf('edit', { currency_id: 1, price: 100, auto_id: 5 })).toBe(one)
  expect(fingerprintOf('edit', { auto_id: 5, price: 101, currency_id: 1 })).not.toBe(one)
})
