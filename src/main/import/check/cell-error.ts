/** Names of formula errors in the programs of the languages here: Excel's names, the first ones in every language. */
const names = [
  'N/A|REF!|VALUE!|DIV/0!|NAME?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!',
  "Н/Д|ПОСИЛАННЯ!|ЗНАЧ!|ДІЛ/0!|ІМ['’ʼ]Я?|ЧИСЛО!|ПУСТО!|НУЛЬ!|ОБЧИСЛ!",
  'ССЫЛКА!|ДЕЛ/0!|ИМЯ?|ПЕРЕНОС!|ВЫЧИСЛ!',
  'NV|BEZUG!|WERT!|ZAHL!|ÜBERLAUF!|KALK!',
  'N/D|N/D!|ADR!|ARG!|DZIEL/0!|NAZWA?|LICZBA!|ZERO!|ROZLANIE!|OBL!',
].map((each) => each.replaceAll('?', String.raw`\?`))

/** LibreOffice's names for errors that Excel doesn't know, in these languages too. */
const numbered = String.raw`(?:Err|Помилка|Ошибка|Fehler|Błąd):\d{3}`

/** Leftovers of a template that a program did not fill, and its text for a whole record. */
const leftover = /\{\{[^{}]*\}\}|\$\{[^{}]*\}|<%=?[^%]*%>|\{%[^{}]*%\}|\[\[[\w .-]+\]\]|\[object [A-Z]\w*\]/u
/** The same of a whole cell: `%NOTE%`, `{note}`, `$note`, `__NOTE__`, and the names of types that programs write for values. */
const leftoverCell =
  /^(?:%[A-Z][A-Z_\d]{2,}%|%s|\{(?:\d|[a-z_][a-z_\d.]*)\}|\$[a-z_][a-z_\d]*|__[A-Z_\d]+__|Array|(?:System|java)\.[\w.[\]@;]+)$/u

/** True if a cell holds what only a program can have written. */
export const isLeftover = (cell: string): boolean => leftover.test(cell) || leftoverCell.test(cell.trim())

/** Words that a spreadsheet writes for a flag, in the languages here. */
const flag = /^(?:true|false|істина|хибність|правда|неправда|истина|ложь|wahr|falsch|prawda|fałsz)$/iu

/** Digits with what separates and signs them. */
const figures = /^[\d\s.,:;/+()%€$£₴-]+$/u

/** True if a whole cell is a number, a date or a flag: a value of another column, which says nothing to a buyer. */
export const isOtherValue = (cell: string): boolean =>
  (figures.test(cell) && /\d/.test(cell)) || flag.test(cell.trim())

/** Months as spreadsheets shorten them, in the languages here. */
const months =
  'січ|лют|бер|кві|тра|чер|лип|сер|вер|жов|лис|гру|янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mrz|mai|okt|dez|sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru'
/** `1.6` and `3-5` become days as soon as a spreadsheet opens them: `01.06.2026`, `03.тра`, `May-03`. */
const day = new RegExp(
  String.raw`^(?:\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}-\d\d-\d\d(?:[ T][\d:.]+)?|\d{1,2}[.-](?:${months})|(?:${months})[.-]\d{1,2})$`,
  'iu',
)

/** True if a whole cell is a day, as a spreadsheet makes one of a number. */
export const isDayOfSheet = (cell: string): boolean => day.test(cell.trim())

/** Signs that a spreadsheet shows in place of a value, or of one that is wider than its column. */
const errors = new RegExp(`^(?:#(?:${names.join('|')}|#{2,})|${numbered})$`, 'iu')

/** True if a cell holds the error of a formula, in the languages of spreadsheets here, and no value. */
export const isCellError = (cell: string): boolean => errors.test(cell.trim())
