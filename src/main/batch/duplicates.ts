import { crc32 } from 'node:zlib'
import { type Finding, finding } from '#shared/batch/finding.ts'
import { createOnlyColumns } from '#shared/batch/columns.ts'
import type { FieldName } from '#shared/batch/draft.ts'
import type { CheckedRow, Payload } from '#shared/batch/row-check.ts'

/**
 * Remembers, for one file, the line where each create and each target was first seen. Creates are told apart by two
 * checksums in one number (53 bits), so that a million rows take little memory; a false alarm is a warning, once in
 * many thousand such files.
 */
export class Duplicates {
  readonly #creates = new Map<number, number>()
  readonly #targets = new Map<number, number>()

  /** The warning that an earlier line does the same, or null. The first line of its kind is remembered. */
  seen(line: number, { operation, payload }: CheckedRow): Finding | null {
    if (operation === null) return null
    const target = payload.auto_id
    if (operation !== 'create' && typeof target !== 'number') return null
    const [lines, key] =
      operation === 'create' ? [this.#creates, identity(payload)] : [this.#targets, Number(target)]
    const firstLine = lines.get(key)
    if (firstLine === undefined) lines.set(key, line)
    if (firstLine === undefined || firstLine === line) return null
    return operation === 'create'
      ? finding('', 'duplicate-row', '', { firstLine })
      : finding('auto_id', 'duplicate-target', String(target), { firstLine })
  }
}

const numbers: readonly FieldName[] = [...createOnlyColumns, 'currency_id', 'price', 'in_stock', 'test_drive']
const lowBits = 21

/** Multipliers of MurmurHash3: two chains over the same numbers that don't fall together. */
const [first, second] = [0xcc9e2d51, 0x1b873593] as const

function identity(payload: Payload): number {
  const text = `${payload.auto_note ?? ''}\0${payload.version ?? ''}`
  let high = crc32(text)
  let low = text.length
  for (const field of numbers) {
    const value = Math.round(Number(payload[field] ?? -1) * 100)
    high = mix(high ^ value, first)
    low = mix(low + value, second)
  }
  return (high >>> 0) * 2 ** lowBits + (low >>> (32 - lowBits))
}

function mix(value: number, multiplier: number): number {
  const product = Math.imul(value, multiplier)
  return product ^ (product >>> 15)
}
