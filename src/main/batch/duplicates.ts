import { type Finding, finding } from '#shared/batch/finding.ts'
import type { CheckedRow, Payload } from '#shared/batch/row-check.ts'
import { Checksum } from './checksum.ts'
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
      const firstLine = this.#creates.meet(checksum(payload), line)
      return firstLine === 0 || firstLine === line ? null : finding('', 'duplicate-row', '', { firstLine })
    }
    const target = payload.auto_id
    if (typeof target !== 'number') return null
    const firstLine = this.#targets.meet(target, line)
    if (firstLine === 0 || firstLine === line) return null
    return finding('auto_id', 'duplicate-target', String(target), { firstLine })
  }
}

function checksum(payload: Payload): number {
  const sum = new Checksum()
  sum.addNumber(Number(payload.marka_id))
  sum.addNumber(Number(payload.model_id))
  sum.addNumber(Number(payload.base_id))
  sum.addNumber(Number(payload.equip_id))
  sum.addNumber(Number(payload.currency_id))
  sum.addNumber(Number(payload.price ?? -1))
  sum.addNumber(Number(payload.in_stock ?? -1))
  sum.addNumber(Number(payload.test_drive ?? -1))
  sum.addText(String(payload.auto_note ?? ''))
  sum.addText(String(payload.version ?? ''))
  return sum.value
}
