import { operations } from '#shared/batch/operation.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'

/** `verdict` of `records`: what the check of a row found, in one number. `staging-tables.ts` names the bits to SQLite. */
const bits = { valid: 4, warned: 8, unchanged: 16, replacesText: 32, replacesUnknown: 64 } as const

export const { valid: validBit, warned: warnedBit, unchanged: unchangedBit } = bits

/** Every verdict is less than that. */
export const verdictLimit = 128

export function verdictOf(row: CheckedRow): number {
  const { operation, problems, comparison } = row
  const warned = problems.some(({ severity }) => severity === 'warning')
  return (
    (operation === null ? 0 : operations.indexOf(operation) + 1) |
    (isValid(row) ? bits.valid : 0) |
    (warned ? bits.warned : 0) |
    (comparison?.unchanged ? bits.unchanged : 0) |
    (comparison?.replacesText ? bits.replacesText : 0) |
    (row.replacesUnknown ? bits.replacesUnknown : 0)
  )
}

/** Numbers of the operations; 0 is none. */
export const createNumber = operations.indexOf('create') + 1
export const editNumber = operations.indexOf('edit') + 1
export const deleteNumber = operations.indexOf('delete') + 1

export const operationNumber = (verdict: number): number => verdict & 3
export const isValidVerdict = (verdict: number): boolean => (verdict & bits.valid) !== 0
export const isWarned = (verdict: number): boolean => (verdict & bits.warned) !== 0
/** Whether anything was found of the row: what keeps it from being sent, or a warning. */
export const hasFindings = (verdict: number): boolean => !isValidVerdict(verdict) || isWarned(verdict)
export const isUnchanged = (verdict: number): boolean => (verdict & bits.unchanged) !== 0
/** Whether a row with this verdict is sent, unless it is left out. */
export const isSentVerdict = (verdict: number): boolean => isValidVerdict(verdict) && !isUnchanged(verdict)
export const replacesText = (verdict: number): boolean => (verdict & bits.replacesText) !== 0
/** Whether a text is replaced that isn't known here. */
export const replacesUnknown = (verdict: number): boolean => (verdict & bits.replacesUnknown) !== 0
