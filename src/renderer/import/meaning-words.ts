import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import { operations } from '#shared/batch/operation.ts'
import { noMeaning } from '#shared/import/column-values.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import { operationWords } from '../writes/operation-words.ts'

/** Name of a meaning of a word in a column of this field. */
export function meaningWords(field: ColumnName, meaning: string): string {
  const operation = operations.find((each) => each === meaning)
  if (operation) return operationWords[operation]()
  if (meaning === noMeaning) return m.import_words_nothing()
  if (meaning !== 'yes' && meaning !== 'no') return meaning
  if (field === 'in_stock')
    return meaning === 'yes' ? lowered(m.word_in_stock()) : m.import_words_not_in_stock()
  return meaning === 'yes' ? m.word_yes() : m.word_no()
}
