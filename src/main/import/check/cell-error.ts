/** What a spreadsheet shows in place of a value, or of one that is wider than its column. */
const errors =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|Н\/Д|ССЫЛКА!|ЗНАЧ!|ДЕЛ\/0!|ИМЯ\?|ЧИСЛО!|ПУСТО!|ПОСИЛАННЯ!|ДІЛ\/0!)|#{3,}|Err:\d{3})$/i

/** Whether a cell holds the error of a formula, in the languages of spreadsheets here, and no value. */
export const isCellError = (cell: string): boolean => errors.test(cell.trim())
