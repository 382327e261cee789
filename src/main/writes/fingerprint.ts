import { hash } from 'node:crypto'
import type { Operation } from '#shared/batch/operation.ts'

/** 22 characters of base64url are 132 bits: two different rows never meet. */
const length = 22

/**
 * Fingerprint of a write: operation and parameters, in whatever order. Kept with every row of the journal, so that a
 * row which was sent before is known again.
 */
export function fingerprintOf(
  operation: Operation | null,
  payload: Readonly<Record<string, string | number | undefined>>,
): string {
  let text = `[${JSON.stringify(operation)}`
  for (const [name, begun] of sortedNames(payload)) text += `${begun}${jsonOf(payload[name])}]`
  return hash('sha256', `${text}]`, 'base64url').slice(0, length)
}

/**
 * The fingerprint of the same create in a file of the other kind; null if there is none. A stock file says of each new
 * car that it is in stock. A file of new adverts leaves that to the service, with the same result.
 */
export function otherCreateOf(payload: Readonly<Record<string, string | number | undefined>>): string | null {
  const { in_stock: inStock, ...rest } = payload
  if (inStock === undefined) return fingerprintOf('create', { ...rest, in_stock: 1 })
  return inStock === 1 ? fingerprintOf('create', rest) : null
}

const jsonOf = (value: string | number | undefined): string =>
  typeof value === 'string' ? JSON.stringify(value) : Number.isFinite(value) ? String(value) : 'null'

let lastNames: readonly string[] = []
let lastSorted: readonly (readonly [name: string, begun: string])[] = []

/** Rows of a file have the same names, one after another: they are sorted once, each with the JSON that it begins. */
function sortedNames(payload: object): typeof lastSorted {
  const names = Object.keys(payload)
  if (names.length !== lastNames.length || names.some((name, at) => name !== lastNames[at])) {
    lastNames = names
    lastSorted = names.toSorted().map((name) => [name, `,[${JSON.stringify(name)},`])
  }
  return lastSorted
}
