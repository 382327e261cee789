import { z } from 'zod'
import { RowQuery, storedNumbers } from '../../storage/row-query.ts'
import { spellingsOf } from '../../names/search-words.ts'
import type { Found } from './found-rows.ts'
import { Table } from '../../storage/table.ts'

const hitsSchema = z.object({ hits: storedNumbers })

export const searchSql = 'SELECT json_group_array(rowid) AS hits FROM advert_text WHERE advert_text MATCH ?'

/** Letters that SQLite's tokenizer knows too: it cuts a word at the letters of newer versions of Unicode. */
const knownLetters = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]+/gu

const hitsQuery = new RowQuery(hitsSchema, searchSql)

/** Searches the words of adverts. */
export class TextSearch extends Table {
  /** Every word must begin a word of the advert; digits find the ids that begin with them too. Null if the text asks for nothing. */
  find(text: string): Found | null {
    const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length === 0) return null
    const id = /^\s*[1-9]\d{0,14}\s*$/.test(text) ? Number(text) : null
    return { rows: marked(this.#rowsOf(words)), id, text }
  }

  #rowsOf(words: readonly string[]): readonly number[] {
    try {
      return this.#match(words)
    } catch (error) {
      if (!isAboutPhrases(error)) throw error
      return this.#match(words.flatMap((word) => word.match(knownLetters) ?? []))
    }
  }

  /** Quotes whatever FTS5 would read as an operator. */
  #match(words: readonly string[]): readonly number[] {
    if (words.length === 0) return []
    return hitsQuery.one(this.db, matchOf(words)).hits
  }
}

/** A question to the index: every word, in any of its spellings, begins a word of the advert. */
export const matchOf = (words: readonly string[]): string =>
  words
    .map(
      (word) =>
        `(${spellingsOf(word)
          .map((spelling) => `"${spelling}"*`)
          .join(' OR ')})`,
    )
    .join(' AND ')

/** The index holds no places of words (`detail=none`), so it can't look for two in a row. */
const isAboutPhrases = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('phrase queries')

function marked(rows: readonly number[]): Uint8Array {
  const marks = new Uint8Array((rows.at(-1) ?? 0) + 1)
  for (const row of rows) marks[row] = 1
  return marks
}
