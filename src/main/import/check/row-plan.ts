import {
  editableFields,
  fieldNames,
  fieldsOf,
  isAlwaysRequired,
  kindOf,
  requiredOf,
} from '#shared/batch/field-lists.ts'
import type { CurrencyId } from '#shared/batch/currency.ts'
import { type Operation, operations } from '#shared/batch/operation.ts'
import type { FieldKind, FieldName } from '#shared/batch/write-fields.ts'
import type { ColumnMapping, Delimiter } from '#shared/import/draft.ts'
import type { Constants } from '#shared/import/column-map.ts'
import { areJoined, type ColumnJoin, type ColumnJoins, isText, joinOf } from '#shared/import/column-joins.ts'
import type { TaughtColumn } from '#shared/import/column-values.ts'
import { mostColumns } from '#shared/bridge/bounds.ts'
import { type ColumnName, columnNames, givenBy } from '#shared/import/file-columns.ts'
import type { ResolvedVehicle } from '../../names/resolve-vehicle.ts'
import { vehicleFields } from '../../names/vehicle-ids.ts'
import { currencyOfPrices } from '../columns/header-additions.ts'
import { namedCars, yearColumn } from '../columns/car-columns.ts'
import { makersNumber, numberColumns } from '../columns/number-column.ts'
import {
  isDay,
  isSold,
  isTextOfSold,
  isTitleOfSold,
  namesAmount,
  namesSaleDay,
  stateColumns,
} from '../columns/sold-words.ts'
import { usedColumns } from '../columns/used-words.ts'
import { namesDelete, namesKeep, saysDelete, saysKeep } from '../columns/action-columns.ts'
import { foldOf, keyIn } from '../../writes/stock-key.ts'
import { type Constant, constantOf } from './constants.ts'
import type { ColumnWords } from './no-value.ts'
import { amountIn, flagOf, foldValue, stockFlagOf } from './value-words.ts'
import type { Finding } from '../../writes/finding.ts'
import type { Row } from '../rows/row.ts'
import { lostLines } from './lost-lines.ts'
import { encodedLength, urlLengthWithoutTexts } from './url-length.ts'

/** Everything that the check of a row needs besides its cells; plain data, so that it can be stored and sent. */
export interface PlanSource {
  readonly header: readonly string[]
  readonly mapping: ColumnMapping
  /** Fields that several columns give together; texts are joined in any case. */
  readonly joins?: ColumnJoins | undefined
  /** One operation for the whole file, or null if the column `action` names it row by row. */
  readonly operation: Operation | null
  readonly decimalMark: '.' | ','
  /** The file's delimiter, the sign of rows inside a cell. */
  readonly delimiter?: Delimiter
  /** Blank cells that nearly all rows have behind those of the header. */
  readonly extraCells?: number
  /** True if every cell is surely in its column, as in a sheet: no delimiter can be missing or too many. */
  readonly fixedCells?: boolean | undefined
  /** Columns that are put in front of those of the file: words about the file don't count them. */
  readonly addedCells?: number | undefined
  /** True if columns under the contract's own names (`marka_id`) may hold names too, because the makes do. */
  readonly namedIds?: boolean | undefined
  /** Values that every row has; no column of the file is mapped to their fields. */
  readonly constants?: Constants | undefined
  /** The column of `in_stock` that holds a number of cars; absent or -1 if it holds a flag. */
  readonly quantityIndex?: number | undefined
  /** Words that say something in some columns, and nothing in any other; absent for rows that are no file's: all of theirs do. */
  readonly words?: ColumnWords | undefined
  /** Meanings of words, by column, as a person taught them. */
  readonly values?: readonly TaughtColumn[] | undefined
  /** Columns without a field of which a person said that they mean nothing. */
  readonly ignored?: readonly number[] | undefined
  /** Adverts of the dealer's own numbers, each as the number and the id; 0 while a row that may create it is not settled. */
  readonly links?: readonly (readonly [string, number])[] | undefined
  /** True if a row of a new advert changes the one that its number has already: a person said so. */
  readonly changesLinked?: boolean | undefined
  /** The account's own user id: what a column `user_id` must hold. */
  readonly userId: number
  /** Characters of the service's address, for the length of the URL. */
  readonly baseUrlLength: number
}

/** Reading of the texts of a plan's rows from their cells. */
export interface TextReading {
  /** True if a program wrote the cells: it writes words for no value and spoils letters. Cells typed in the app are taken as they are. */
  readonly cleans: boolean
  /** Columns in which `None` is a word. */
  readonly nones: readonly number[]
}

/** One cell to read: its place, how it is read, whether it must be there. */
export interface CellPlan {
  readonly field: FieldName
  /** -1 for a required field without a column; from `firstJoined` on, the place of a join. */
  readonly index: number
  /** Further columns whose texts are joined to that of the first, if the field is a text. */
  readonly joined: readonly number[]
  /** Text between the texts of columns that are joined. */
  readonly separator: string
  readonly kind: FieldKind
  readonly reading: TextReading
  /** True if a dash means no in this column; for flags only. */
  readonly dashIsNo: boolean
  readonly required: boolean
  /** True if a value makes an edit change something. */
  readonly editable: boolean
  /** True if the cell may hold a name in the place of its id. */
  readonly named: boolean
  /** True if the cell holds make and model, so that it is no id and no name of one of them. */
  readonly together: boolean
  /** The value of every row, if it is no cell of theirs. */
  readonly constant: Constant | null
}

/** Joined columns are read behind all columns that a file may have (check/planned-record.ts). */
export const firstJoined = mostColumns

/** Known vehicles of the rows, by vehicleKey(). */
export interface RowVehicles {
  /** True if ids are looked at too: they may not belong together. */
  readonly checksIds: boolean
  find(key: string): ResolvedVehicle | undefined
}

const noVehicles: RowVehicles = { checksIds: false, find: () => undefined }

/** A column under the contract's own name holds ids alone, unless the makes of the file are given by their names. */
const isIdColumn = ({ header, namedIds = false }: PlanSource, field: FieldName, index: number): boolean =>
  !namedIds && header[index]?.trim().toLowerCase() === field

const constantsOf = (constants: Constants): ReadonlyMap<FieldName, Constant> =>
  new Map(
    (Object.entries(constants) as [FieldName, string][]).flatMap(([field, text]) => {
      const value = constantOf(field, text)
      return value === null ? [] : [[field, value] as const]
    }),
  )

/** The text that is read in the place of each taught word, by column and folded word. */
export type TaughtWords = ReadonlyMap<number, ReadonlyMap<string, string>>

const taughtWords = (values: readonly TaughtColumn[]): TaughtWords =>
  new Map(
    values.map(({ column, words }) => [
      column,
      new Map(Object.entries(words).map(([word, meaning]) => [foldValue(word), meaning])),
    ]),
  )

const saysInStock = (cell: string): boolean => stockFlagOf(cell) === 1

const currencyOfConstant = (value: Constant | undefined): CurrencyId | null =>
  value === 1 || value === 2 || value === 3 ? value : null

/** Fields that are no texts and that several columns give together, in a lasting order. */
const fieldsJoined = ({ mapping, joins = {} }: PlanSource): ColumnName[] =>
  columnNames.filter(
    (field) => areJoined(field, joins) && !isText(field) && joinOf(field, mapping, joins).columns.length > 1,
  )

/** The cells that the rows of a file are read from, and all that is found once for them. */
export type RowPlan = Readonly<ReturnType<typeof planRows>>

/** Finds, once for a file, the cells that a row of each operation is read from. A column that isn't there is -1. */
export function planRows(source: PlanSource, vehicles: RowVehicles = noVehicles) {
  const constants = constantsOf(source.constants ?? {})
  const joinedFields = fieldsJoined(source)
  const placeOf = (column: ColumnName): ColumnJoin => joinOf(column, source.mapping, source.joins ?? {})
  const indexOf = (column: ColumnName): number => {
    const joined = joinedFields.indexOf(column)
    return joined >= 0 ? firstJoined + joined : (placeOf(column).columns[0] ?? -1)
  }
  const hasOwnColumn = givenBy('make_model').some((field) => indexOf(field) >= 0)
  const makeModelIndex = hasOwnColumn ? -1 : indexOf('make_model')
  const isTogether = (field: FieldName): boolean =>
    makeModelIndex >= 0 && givenBy('make_model').includes(field)
  const reading: TextReading = { cleans: source.words !== undefined, nones: source.words?.nones ?? [] }
  const cellsOf = (operation: Operation): CellPlan[] =>
    fieldsOf(operation)
      .map((field) => ({
        field,
        index: isTogether(field) ? makeModelIndex : indexOf(field),
        joined: isText(field) ? placeOf(field).columns.slice(1) : [],
        separator: placeOf(field).separator,
        together: isTogether(field),
        kind: kindOf(field),
        reading,
        dashIsNo: source.words?.dashes.includes(indexOf(field)) ?? true,
        required: isAlwaysRequired(operation, field),
        editable: editableFields.includes(field),
        named: vehicleFields.some((each) => each === field) && !isIdColumn(source, field, indexOf(field)),
        constant: constants.get(field) ?? null,
      }))
      .filter(
        ({ field, index, constant }) =>
          index >= 0 || constant !== null || requiredOf(operation).includes(field),
      )
  const [create, edit, remove] = operations
  const adverts = new Map(source.links)
  const numberIndex = indexOf('stock_no')
  const joined = joinedFields.map(placeOf)
  const fileTable = {
    delimiter: ',' as const,
    ...source,
    joined,
    isKnownCar: (cells: readonly string[]) =>
      numberIndex >= 0 && adverts.has(keyIn(cells[numberIndex] ?? '') ?? ''),
  }
  const separators = fieldNames
    .filter(isText)
    .map(placeOf)
    .reduce(
      (length, { columns, separator }) => length + encodedLength(separator) * Math.max(0, columns.length - 1),
      0,
    )
  const textLength = [...constants.values()]
    .filter((value) => typeof value === 'string')
    .reduce((length, text) => length + encodedLength(text), 0)
  const texts = fieldNames
    .filter((field) => kindOf(field) === 'text')
    .flatMap((field) => placeOf(field).columns.map((index) => ({ field, index })))
  const named = namedCars(source.header, source.mapping)
  const titles = [...named.others, named.mapped].flatMap((columns) =>
    columns && columns.together >= 0 ? [columns.together] : [],
  )
  const isOpen = (index: number): boolean =>
    source.mapping[index] === null && !source.ignored?.includes(index)
  /** Columns without a field that are named so, and of which a person said nothing. */
  const unusedOf = (isNamed: (name: string) => boolean): number[] =>
    source.header.flatMap((name, index) => (isOpen(index) && isNamed(name) ? [index] : []))
  const cells: Readonly<Record<Operation, readonly CellPlan[]>> = {
    create: cellsOf(create),
    edit: cellsOf(edit),
    delete: cellsOf(remove),
  }
  return {
    ...source,
    delimiter: source.delimiter ?? ',',
    extraCells: source.extraCells ?? 0,
    cells,
    /** Columns of texts: all that makes a row longer than a few hundred characters. */
    texts,
    reading,
    /** Joined columns of fields that are no texts: the first is read at `firstJoined`, the next behind it. */
    joined,
    /** The words that are read as others, by column. */
    taught: taughtWords(source.values ?? []),
    actionIndex: indexOf('action'),
    /** True if the column of actions is named like a delete, so that its cells say yes or no. */
    flagDeletes: namesDelete(source.header[indexOf('action')] ?? ''),
    /** Columns whose cells may say that the car is sold: those that aren't used, then its name and the texts for buyers. */
    soldSigns: [
      {
        columns: unusedOf(namesDelete),
        says: (cell: string) => saysDelete(cell) || isDay(cell),
        why: 'column',
      },
      { columns: unusedOf(namesSaleDay), says: isDay, why: 'column' },
      { columns: unusedOf(namesAmount), says: (cell: string) => (amountIn(cell) ?? 1) < 1, why: 'column' },
      { columns: stateColumns(source.header, source.mapping).filter(isOpen), says: isSold, why: 'column' },
      { columns: titles, says: isTitleOfSold, why: 'within' },
      { columns: texts.map(({ index }) => index), says: isTextOfSold, why: 'within' },
    ],
    /** Columns of a list of deletions whose cells may say that the car stays: a row's own action counts more. */
    staySigns:
      source.operation === 'delete'
        ? [
            { columns: unusedOf(namesDelete), says: (cell: string) => flagOf(cell) === 0, why: 'stays' },
            { columns: unusedOf(namesKeep), says: saysKeep, why: 'stays' },
            { columns: [source.mapping.indexOf('in_stock')], says: saysInStock, why: 'stays' },
          ]
        : [],
    used: usedColumns(source.header),
    userIndex: indexOf('user_id'),
    autoIdIndex: indexOf('auto_id'),
    /** The column of the dealer's own numbers; none if the file is the whole stock. */
    numberIndex,
    /** All columns of numbers, as the maker's: none may be another advert's than that of the row's id. */
    numberIndexes: adverts.size > 0 ? numberColumns(source.header) : [],
    makersIndex: makersNumber(source.header),
    adverts,
    /** Numbers that have adverts, by what two spellings of one have in common. */
    alike: new Map([...adverts].flatMap(([key, id]) => (id > 0 ? [[foldOf(key), key] as const] : []))),
    /** The problems of a row in which other lines of the file are lost. */
    lostIn: (record: Row): readonly Finding[] => lostLines(record, fileTable),
    priceIndex: indexOf('price'),
    currencyIndex: indexOf('currency_id'),
    /** The columns of make, model, modification and equipment. */
    vehicleIndexes: vehicleFields.map((field) =>
      isTogether(field) && field === 'model_id' ? makeModelIndex : indexOf(field),
    ),
    /** The column with make and model in one cell: the model's index is the same then, the make's -1. */
    makeModelIndex,
    /** The column of the car's year, which no write takes. */
    yearIndex: yearColumn(source.header),
    namedCars: named,
    vehicles,
    /** The currency of every row, if it is no cell of theirs. */
    currency: currencyOfConstant(constants.get('currency_id')),
    /** The currency that the name of the prices' column says, as in `Price, $`. */
    headerCurrency: currencyOfPrices(source.mapping, source.header),
    /** Characters of a request's URL without its texts, at most. */
    urlLength: source.baseUrlLength + urlLengthWithoutTexts + textLength + separators,
  }
}
