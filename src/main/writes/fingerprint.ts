import { hash } from 'node:crypto'
import type { Operation } from '#shared/batch/operation.ts'

/** 22 characters of base64url are 132 bits: two different rows never meet. */
const length = 22

/**
 * What makes two rows the same write: operation and parameters, whatever order they stand in. Kept with every row of
 * the journal, so that a row which was sent before is known again.
 */
export function fingerprintOf(
  operation: Operation | null,
  payload: Readonly<Record<string, string | number | undefined>>,
): string {
  const names = Object.keys(payload).sort()
  const text = JSON.stringify([operation, ...names.map((name) => [name, payload[name]])])
  return hash('sha256', text, 'base64url').slice(0, length)
}
