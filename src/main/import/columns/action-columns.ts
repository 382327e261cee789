import type { Operation } from '#shared/batch/operation.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { foldedNames, foldName } from './name-folding.ts'
import { isOwnState, isSold, sayWhichAreSold } from './sold-words.ts'
import { isNoValue } from '../check/no-value.ts'
import { flagOf, operationOf } from '../check/value-words.ts'

/** Names of columns whose cells say yes or no to a delete. */
const deleteNames = foldedNames(
  'delete, deleted, is deleted, to delete, delete flag, remove, removed, is removed, withdraw, withdrawn',
  'видалити, видалено, видалення, на видалення, до видалення, зняти, знято, на зняття, прибрати, прибрано',
  'удалить, удалено, удаление, на удаление, к удалению, снять, снято, убрать',
  // A car that is sold has no advert any more.
  'sold, is sold, продано, реалізовано, продан, продана, реализовано, verkauft, sprzedane, sprzedany',
  'löschen, gelöscht, entfernen, usuń, usunięte, do usunięcia',
)

/** Names of columns whose cells say yes or no to the contrary, and words for it. */
const keepWords = foldedNames(
  'keep, keep it, do not delete, don’t delete, not delete, stay, stays, behalten, bleibt, nicht löschen, zostawić, zostaje, nie usuwać',
  'залишити, залишаємо, залишається, лишити, лишаємо, зберегти, не видаляти, не знімати, не чіпати',
  'оставить, оставляем, остается, сохранить, не удалять, не снимать, не трогать',
)

/** `isSold` and `todelete` are written without a space. */
const deleteLetters: ReadonlySet<string> = new Set([...deleteNames].map((name) => name.replaceAll(' ', '')))

/** True if a header is the name of a delete, so that its cells say yes or no to it. */
export const namesDelete = (header: string): boolean =>
  deleteNames.has(foldName(header)) || deleteLetters.has(foldName(header))

/** True if a header is a name of columns that say what stays. */
export const namesKeep = (header: string): boolean => keepWords.has(foldName(header))

/** Names of columns in which programs write one letter for each action. */
const letterNames = foldedNames('op, oper, operation, cmd, command, mode, change type, операція, операция')
const actionLetter = /^[iudcmar]$/i
/** A cross or a tick under the name of a delete. */
const crossed = /^[xхv]$/iu

/** Words of actions that people write for the state of a car, too. */
const states = foldedNames('new, нове, новий, новое, новый')

/** True if a cell under the name of a delete, or of a sale, says yes to it. */
export const saysDelete = (cell: string): boolean =>
  flagOf(cell) === 1 || crossed.test(cell) || operationOf(cell) === 'delete' || isSold(cell)

/** True if a cell under such a name says that its car stays. */
export const saysKeep = (cell: string): boolean =>
  flagOf(cell) === 1 || crossed.test(cell) || keepWords.has(foldName(cell))

/**
 * Operation that a cell of a column of actions says; null if it says none.
 * @param flagDeletes whether the column is named like a delete, so that its cells say yes or no to it
 */
export function operationIn(cell: string, flagDeletes: boolean): Operation | null {
  const named = operationOf(cell)
  if (named !== undefined || !flagDeletes) return named ?? null
  if (saysDelete(cell.trim())) return 'delete'
  return cell.trim() === '' || isNoValue(cell) || flagOf(cell) === 0 ? 'edit' : null
}

/**
 * Columns without a field (counted from 0) whose cells say what their rows do, which cars are sold, or which stay. Yes
 * or no under the name of a delete counts.
 */
export function actionColumns(
  header: readonly string[],
  mapping: ColumnMapping,
  sample: readonly (readonly string[])[],
): number[] {
  if (mapping.includes('action')) return []
  return header.flatMap((name, index) => {
    if (mapping[index] !== null || isOwnState(name, mapping)) return []
    const cells = sample.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '')
    if (cells.length === 0) return []
    const isAction = (cell: string): boolean =>
      operationOf(cell) !== undefined || keepWords.has(foldName(cell))
    if (namesDelete(name) || namesKeep(name))
      return cells.every((cell) => isAction(cell) || flagOf(cell) !== undefined || crossed.test(cell))
        ? [index]
        : []
    if (letterNames.has(foldName(name)) && cells.every((cell) => isAction(cell) || actionLetter.test(cell)))
      return [index]
    const says = cells.every(isAction) && cells.some((cell) => !states.has(foldName(cell)))
    return says || sayWhichAreSold(cells) ? [index] : []
  })
}
