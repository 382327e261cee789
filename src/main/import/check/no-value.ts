/** Words that programs write for a missing value, and people for an unknown one. */
const words = new Set(
  [
    'nan nat none null nil undefined \\n (null) <null> <na> <none> <nan> na n/a n.a. nv',
    'н/д н.д. н/в нд',
    'невідомо немає нема відсутній відсутня відсутнє неизвестно нет отсутствует',
  ].flatMap((line) => line.split(' ')),
)
/** Two words that say the same. */
const phrases = new Set(['не вказано', 'не указано', 'немає даних', 'нет данных', 'no data', 'not available'])

const longest = 20
const signsAlone = /^(?:[-–—−_.…·•/\\*,;:]+|\?)$/u
const dashAlone = /^[-–—−]$/u

/** True if a whole cell says that there is no value: `nan`, `NULL`, `\N`, `н/д`, `—`. */
export function isNoValue(cell: string): boolean {
  if (cell.length > longest + 2) return false
  const word = cell.trim().toLowerCase()
  return words.has(word) || phrases.has(word) || signsAlone.test(word)
}

/** The same of a text, where a zero is none either. */
export const isNoText = (cell: string): boolean => isNoValue(cell) || cell.trim() === '0'

/** A dash says no in a column of flags, and that there is nothing in any other. */
export const isDash = (cell: string): boolean => dashAlone.test(cell.trim())

/** The word of a version or a note that some programs write for nothing. */
export const isNone = (cell: string): boolean => cell.trim() === 'None'
