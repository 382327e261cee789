import { z } from 'zod'
import type { Attempt, BatchRow } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { storedJson } from '../storage/row-query.ts'
import type { Output } from './output.ts'

const triedSchema = storedJson.pipe(
  z.object({ ownList: z.number().nullable(), searchPages: z.number(), read: z.number() }),
)

/** Prints the lines that need a person's answer: in conflict, or in doubt with what was tried to find them. */
export function printOpenLines(batch: string, { batches }: Forecourt, output: Output): void {
  for (const row of batches.reader.allRows(batch))
    if (row.state === 'in-doubt' || row.state === 'conflict') {
      output.print(lineOf(row))
      const tried = triedWords(batches.reader.attempts(batch, row.line))
      if (tried !== null) output.print(`${tried}\n`)
    }
}

const lineOf = ({ line, operation, autoId, errorWords }: BatchRow): string =>
  `${[line, operation, autoId, errorWords].filter((part) => part !== null).join('  ')}\n`

/** Course of the last search for a created advert; null if there was none. */
function triedWords(attempts: readonly Attempt[]): string | null {
  const look = attempts.findLast(({ kind }) => kind === 'look')
  const tried = look?.answer ? triedSchema.safeParse(look.answer).data : undefined
  if (!tried) return null
  const { ownList: list, searchPages: pages, read } = tried
  return list === null ? m.cli_tried_search({ pages, read }) : m.cli_tried_list({ list, read })
}
