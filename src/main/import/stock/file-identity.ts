import { createHash } from 'node:crypto'
import { createReadStream, promises } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { asFileFault } from '../csv/source-file.ts'
import type { FilePlace } from '../worker/draft-file.ts'

/** What a file is told by, beside its rows. */
export interface FileIdentity {
  /** SHA-256 of its bytes, in hex. */
  readonly sha256: string
  /** Of when its content is, ISO 8601: the date in its name, else when it was written; never when it came. */
  readonly asOf: string
}

export async function fileIdentity({ path, fileName, changedAt }: FilePlace): Promise<FileIdentity> {
  const hash = createHash('sha256')
  try {
    const { mtimeMs } = await promises.stat(path)
    await pipeline(createReadStream(path), hash)
    return {
      sha256: hash.digest('hex'),
      asOf: dateInName(fileName) ?? new Date(changedAt ?? mtimeMs).toISOString(),
    }
  } catch (error) {
    throw asFileFault(error, fileName)
  }
}

const time = String.raw`(?:[-_ T]+(\d\d)[-:.h]?(\d\d)(?:[-:.]?\d\d)?)?(?!\d)`
/** `stock-2026-11-21.csv`, `stock_20261121_0600.csv`: a date, and perhaps a time behind it. */
const yearFirst = new RegExp(String.raw`(?<!\d)(20\d\d)[-_.]?(\d\d)[-_.]?(\d\d)${time}`)
/** `залишки 21.11.2026 06-00.xlsx`, `5.12.2026`, `21.11.26`, `21112026`: day and month as dealers write them, never the month first. */
const dayFirst = [
  String.raw`(\d{1,2})[-_.](\d{1,2})[-_.](20\d\d)`,
  String.raw`(\d\d)(\d\d)(20\d\d)`,
  String.raw`(\d\d)[-_.](\d\d)[-_.](2\d)`,
].map((form) => new RegExp(String.raw`(?<![\d.])${form}${time}`))

/** The date that a file's name says, ISO 8601; null if it says none. By the clock of this computer, as people name files. */
export function dateInName(name: string): string | null {
  const [, year, month, day, hour = '0', minute = '0'] = yearFirst.exec(name) ?? []
  const found = dateOf(year, month, day, hour, minute)
  if (found !== null) return found
  for (const form of dayFirst) {
    const [, first, second, last = '', hours = '0', minutes = '0'] = form.exec(name) ?? []
    const date = dateOf(last.length === 2 ? `20${last}` : last, second, first, hours, minutes)
    if (date !== null) return date
  }
  return null
}

function dateOf(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  hour: string,
  minute: string,
): string | null {
  if (year === undefined || month === undefined || day === undefined) return null
  const date = new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
  const isThatDay = date.getMonth() === Number(month) - 1 && date.getDate() === Number(day)
  return isThatDay && Number(hour) < 24 && Number(minute) < 60 ? date.toISOString() : null
}
