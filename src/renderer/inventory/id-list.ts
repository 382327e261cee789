/** Ids that a text holds, and what was left out of it. */
export interface IdList {
  /** Each once, in order. */
  readonly ids: readonly number[]
  /** Words with digits in which there is no id, each once, in order: "12345", "1.234567". */
  readonly dropped: readonly string[]
}

// A comma parts two ids; a point belongs to a number that is none.
const idForm = /(?<!\d)(?<!\d\.)\d{6,15}(?!\d)(?!\.\d)/g
const wordForm = /[^\s,;|"'<>()]*\d[^\s,;|"'<>()]*/g

const idsOf = (text: string): number[] => (text.match(idForm) ?? []).map(Number).filter((id) => id > 0)

/** Advert ids in any text: whole numbers of six to fifteen digits, as ids have. */
export function readIds(text: string): IdList {
  const words = text.match(wordForm) ?? []
  return {
    ids: [...new Set(idsOf(text))],
    dropped: [...new Set(words.filter((word) => idsOf(word).length === 0))],
  }
}

/** A column of a pasted table that may hold ids. */
export interface IdColumn {
  readonly index: number
  /** Its header, or a cell of it if the table has no header. */
  readonly name: string
  readonly cells: readonly string[]
}

export interface IdColumns {
  readonly columns: readonly IdColumn[]
  /** The place among `columns` of the one that holds the ids; null if that isn't clear. */
  readonly likely: number | null
}

const delimiters = ['\t', ';', ',', '|'] as const
const headers = new Set(['auto id', 'autoid', 'id', 'advert id', 'id оголошення', 'ід', 'id объявления'])
const wholeId = /^\d{6,15}$/

/** A cell without its quotes. */
const plain = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim()

/** The rows of a text that is a table of two columns or more, which all have as many cells; null if it is none. */
function tableOf(text: string): string[][] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length < 2) return null
  for (const delimiter of delimiters) {
    const rows = lines.map((line) => line.split(delimiter).map(plain))
    const width = rows[0]?.length ?? 0
    if (width > 1 && rows.every((row) => row.length === width)) return rows
  }
  return null
}

/**
 * The columns of a pasted table in which most cells have the form of an id. The likely one is named by its header, or is
 * the only one. Null if the text is no table or has no such column: then every number of that form counts.
 */
export function idColumns(text: string): IdColumns | null {
  const rows = tableOf(text)
  if (!rows) return null
  const [first = [], ...rest] = rows
  const hasHeader = !first.some((cell) => wholeId.test(cell))
  const body = hasHeader ? rest : rows
  const columns = first.flatMap((name, index) => {
    const cells = body.map((row) => row[index] ?? '')
    const ids = cells.filter((cell) => wholeId.test(cell)).length
    return ids * 2 > cells.length ? [{ index, name, cells }] : []
  })
  if (columns.length === 0) return null
  const named = columns.findIndex(({ name }) =>
    headers.has(
      name
        .toLowerCase()
        .replace(/[\s_-]+/g, ' ')
        .trim(),
    ),
  )
  const likely = hasHeader && named >= 0 ? named : columns.length === 1 ? 0 : null
  return { columns, likely }
}
