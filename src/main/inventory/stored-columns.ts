import { advertStates } from '#shared/inventory/advert.ts'
import type { ColumnKind } from '#shared/inventory/cached-columns.ts'
import { cachedColumnNames, columnRow, type CachedColumn } from '#shared/inventory/column-lists.ts'
import type { CachedAdvert } from './advert-rows.ts'
import { keyName, sqlName } from './column-names.ts'
import { sortKey } from './sort-key.ts'

type Cell = string | number | null

/** A column of the table `adverts`. */
interface StoredColumn {
  readonly name: string
  readonly type: string
  readonly cell: (advert: CachedAdvert) => Cell
}

const storedStates = advertStates.filter((state) => state !== 'expired').map((state) => `'${state}'`)

const types: Readonly<Record<ColumnKind, (name: string) => string>> = {
  id: () => 'INTEGER NOT NULL',
  whole: () => 'INTEGER',
  number: () => 'REAL',
  text: () => 'TEXT NOT NULL',
  state: (name) => `TEXT NOT NULL CHECK (${name} IN (${storedStates.join(', ')}))`,
  flag: (name) => `INTEGER NOT NULL DEFAULT 0 CHECK (${name} IN (0, 1))`,
}

function cellOf(advert: CachedAdvert, name: CachedColumn): Cell {
  const value = advert[name]
  return typeof value === 'boolean' ? Number(value) : value
}

/** A column, and for a text of a dictionary its place there. */
function storedAs(name: CachedColumn): StoredColumn[] {
  const { kind, sort } = columnRow(name)
  const column = {
    name: sqlName(name),
    type: types[kind](sqlName(name)),
    cell: (advert: CachedAdvert) => cellOf(advert, name),
  }
  if (sort !== 'dictionary') return [column]
  return [
    column,
    { name: keyName(name), type: types.text(''), cell: (advert) => sortKey(String(advert[name])) },
  ]
}

const columns: readonly StoredColumn[] = cachedColumnNames.flatMap(storedAs)

/** The columns of CREATE TABLE. */
export const columnDefinitions = columns.map(({ name, type }) => `${name} ${type}`).join(',\n      ')

const names = ['account_id', ...columns.map(({ name }) => name)]

/** Writes one advert, new or known, from its cells; answers its rowid. */
export const upsertSql = `INSERT INTO adverts (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
  ON CONFLICT (account_id, id) DO UPDATE SET ${names
    .filter((name) => name !== 'account_id' && name !== 'id')
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}
  RETURNING rowid`

/** Values written of an advert, in the order of the statement: SQLite looks names of values up one by one. */
export class AdvertCells {
  readonly #values: readonly Cell[]

  constructor(accountId: string, advert: CachedAdvert) {
    this.#values = [accountId, ...columns.map(({ cell }) => cell(advert))]
  }

  get values(): readonly Cell[] {
    return this.#values
  }

  /** The value of a column of the table. */
  at(name: string): Cell {
    return this.#values[places.get(name) ?? -1] ?? null
  }
}

const places: ReadonlyMap<string, number> = new Map(names.map((name, at) => [name, at]))
