import { hash } from 'node:crypto'
import { fieldNames } from '#shared/batch/field-lists.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'

/** 22 characters of base64url are 132 bits: two different rows never meet. */
const length = 22

type Payload = Readonly<Partial<Record<FieldName, string | number | undefined>>>

const inOneOrder = fieldNames.toSorted()

/**
 * Fingerprint of a write: operation and parameters, in whatever order. Kept with every row of the journal, so that a
 * row which was sent before is known again.
 */
export function fingerprintOf(operation: Operation | null, payload: Payload): string {
  const values = inOneOrder.flatMap((name) => {
    const value = payload[name]
    return value === undefined ? [] : [[name, value]]
  })
  return hash('sha256', JSON.stringify([operation, ...values]), 'base64url').slice(0, length)
}

/**
 * The fingerprint of the same create in a file of the other kind; null if there is none. A stock file says of each new
 * car that it is in stock. A file of new adverts leaves that to the service, with the same result.
 */
export function otherCreateOf(payload: Payload): string | null {
  const { in_stock: inStock, ...rest } = payload
  if (inStock === undefined) return fingerprintOf('create', { ...rest, in_stock: 1 })
  return inStock === 1 ? fingerprintOf('create', rest) : null
}
