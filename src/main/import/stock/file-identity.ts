import { promises } from 'node:fs'
import { asFileFault, digestOf } from '../csv/source-file.ts'
import type { FilePlace } from '../worker/draft-file.ts'

/** Identity of a file, without its rows. */
export interface FileIdentity {
  /** SHA-256 of its bytes, in hex. */
  readonly sha256: string
  /** The moment of its content, ISO 8601: the date in its name, else when it was written; never when it came. */
  readonly asOf: string
}

/** The moment of a file's content, ISO 8601. @throws Fault of a file that can't be read */
export async function momentOf({ path, fileName, changedAt }: FilePlace): Promise<string> {
  try {
    return contentMoment(fileName, changedAt ?? (await promises.stat(path)).mtimeMs)
  } catch (error) {
    throw asFileFault(error, fileName)
  }
}

export async function fileIdentity(place: FilePlace): Promise<FileIdentity> {
  const { path, fileName } = place
  try {
    return { asOf: await momentOf(place), sha256: await digestOf(path) }
  } catch (error) {
    throw asFileFault(error, fileName)
  }
}

/**
 * The moment of a file's content, ISO 8601: the date and time in its name. A day alone says no time: the file's own counts, if it is of that day.
 * @param changedAt when the file was written, ms since 1970
 */
function contentMoment(name: string, changedAt: number): string {
  const [date, said] = dateInName(name) ?? [new Date(changedAt), 'time']
  const isOfThatDay = date.toDateString() === new Date(changedAt).toDateString()
  return new Date(said === 'day' && isOfThatDay ? changedAt : date).toISOString()
}

/** A time behind a date, with seconds or without; and the counter of one of several files of that moment: `_2`, `(2)`. */
const time = String.raw`(?:[-_ T]+(\d\d)[-:.h]?(\d\d)(?:[-:.]?(\d\d))?)?(?!\d)`
const counter = /^[-_ ]*\(?(\d{1,3})\)?(?:\.[a-z]\w*)*$/i
/** `stock-2026-11-21.csv`, `stock_20261121_0600.csv`: a date, and perhaps a time behind it. */
const yearFirst = new RegExp(String.raw`(?<!\d)(20\d\d)[-_.]?(\d\d)[-_.]?(\d\d)${time}`)
/** `залишки 21.11.2026 06-00.xlsx`, `5.12.2026`, `21.11.26`, `21112026`: day and month as dealers write them, never the month first. */
const dayFirst = [
  String.raw`(\d{1,2})[-_.](\d{1,2})[-_.](20\d\d)`,
  String.raw`(\d\d)(\d\d)(20\d\d)`,
  String.raw`(\d\d)[-_.](\d\d)[-_.](2\d)`,
].map((form) => new RegExp(String.raw`(?<![\d.])${form}${time}`))

type Named = readonly [date: Date, said: 'day' | 'time']

/** The date that a file's name says, null if it says none. By the clock of this computer, as people name files. */
function dateInName(name: string): Named | null {
  for (const form of [yearFirst, ...dayFirst]) {
    const found = form.exec(name)
    if (!found) continue
    const [first = '', month = '', last = ''] = found.slice(1, 4)
    const [year, day] = form === yearFirst ? [first, last] : [last.length === 2 ? `20${last}` : last, first]
    const [hour, minute = '0', second = '0'] = found.slice(4)
    // Files of one moment keep their order.
    const nth = counter.exec(name.slice(found.index + found[0].length))?.[1] ?? 0
    const parts = [year, month, day, hour ?? 0, minute, second, nth].map(Number)
    const date = dateOf(parts)
    if (date) return [date, hour === undefined ? 'day' : 'time']
  }
  return null
}

function dateOf([year = 0, month = 0, day = 0, hour = 0, ...parts]: readonly number[]): Date | null {
  const [minute = 0, second = 0, ms = 0] = parts
  const date = new Date(year, month - 1, day, hour, minute, second, ms)
  const isThatDay = date.getMonth() === month - 1 && date.getDate() === day
  return isThatDay && hour < 24 && minute < 60 && second < 60 ? date : null
}
