import { stemOf } from '#shared/files/file-stem.ts'
import { guardText } from '#shared/files/spreadsheet-text.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { csvText } from '../../files/csv-text.ts'
import type { FileBytes } from '../../files/file-bytes.ts'
import { textBytes } from '../../files/text-bytes.ts'
import { fieldKinds } from '../../writes/field-kinds.ts'
import { fieldsOf, kindOf, requiredOf } from '#shared/batch/field-lists.ts'
import type { Values } from '../../writes/values.ts'
import type { BatchSource } from '../journal/batch-record.ts'
import type { JournalRow } from '../journal/journal-row.ts'

/** A deleted advert, as far as this computer still knows it. */
export interface DeletedAdvert {
  readonly title: string
  /** By the contract's names; also of fields that a create doesn't take. */
  readonly values: Values
}

/** A file that creates deleted adverts again, under other ids. */
export interface RecreateFile extends FileBytes {
  readonly adverts: number
  /** Adverts that lack something a create requires, and what is lacking, by the contract's names. */
  readonly incomplete: number
  readonly missing: readonly FieldName[]
}

/** Columns by which a person recognises a row; an import uses none of them. */
const descriptions = ['vehicle', 'deleted_advert', 'missing'] as const

/**
 * One row for each advert that the batch deleted, with what a create takes and is known. What is required and not known
 * stays empty and is named.
 */
export function recreateFile(
  { fileName, delimiter }: BatchSource,
  rows: Iterable<JournalRow>,
  knownAdvert: (autoId: number) => DeletedAdvert | null,
): RecreateFile {
  const fields = fieldsOf('create')
  const lines: (string | number)[][] = []
  const missing = new Set<FieldName>()
  let incomplete = 0
  for (const { autoId, before } of rows) {
    if (autoId === null) continue
    const known = knownAdvert(autoId)
    const values: Values = { ...before, ...known?.values }
    const lacking = requiredOf('create').filter((field) => values[field] === undefined)
    for (const field of lacking) missing.add(field)
    if (lacking.length > 0) incomplete++
    lines.push([
      ...fields.map((field) => cellOf(field, values)),
      known?.title ?? '',
      autoId,
      lacking.join(' '),
    ])
  }
  const text = csvText([[...fields, ...descriptions], ...lines], { delimiter, guard: guardText })
  return {
    fileName: `${stemOf(fileName)}-recreate.csv`,
    text: textBytes(text, 'utf-8', true),
    adverts: lines.length,
    incomplete,
    missing: fields.filter((field) => missing.has(field)),
  }
}

function cellOf(field: FieldName, values: Values): string | number {
  const value = values[field]
  return value === undefined ? '' : fieldKinds[kindOf(field)].cell(value)
}
