import { type Finding, finding } from '#shared/batch/finding.ts'
import type { CheckedRow, Payload } from '#shared/batch/row-check.ts'
import { checksum } from './checksum.ts'
import { FirstLines } from './first-lines.ts'

/**
 * Remembers, for one file, the line where each create and each target was first seen. Creates are told apart by a
 * checksum of 53 bits, so that a million rows take little memory; a false alarm is a warning, once in ten thousand
 * such files.
 */
export class Duplicates {
  readonly #creates = new FirstLines()
  readonly #targets = new FirstLines()

  /** The warning that an earlier line does the same, or null. The first line of its kind is remembered. */
  seen(line: number, { operation, payload }: CheckedRow): Finding | null {
    if (operation === 'create') {
      const firstLine = this.#creates.meet(identity(payload), line)
      return firstLine === 0 || firstLine === line ? null : finding('', 'duplicate-row', '', { firstLine })
    }
    const target = payload.auto_id
    if (typeof target !== 'number') return null
    const firstLine = this.#targets.meet(target, line)
    if (firstLine === 0 || firstLine === line) return null
    return finding('auto_id', 'duplicate-target', String(target), { firstLine })
  }
}

const identity = (payload: Payload): number =>
  checksum(
    [
      numberOf(payload.marka_id),
      numberOf(payload.model_id),
      numberOf(payload.base_id),
      numberOf(payload.equip_id),
      numberOf(payload.currency_id),
      numberOf(payload.price),
      numberOf(payload.in_stock),
      numberOf(payload.test_drive),
    ],
    textOf(payload.version),
    textOf(payload.auto_note),
  )

/** No parameter is below zero. */
const numberOf = (value: string | number | undefined): number => (typeof value === 'number' ? value : -1)
const textOf = (value: string | number | undefined): string => (typeof value === 'string' ? value : '')
