import type { Batch } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { exitCodeOf, printedBatch, printedCounts } from '../batch/batch-json.ts'
import type { CommandNamed } from './arguments.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'
import { sayConflicts, standingWords } from './standing-words.ts'

/** `batches`: what was imported, the newest first. */
export function listBatches(
  { json: asJson }: CommandNamed<'batches'>,
  { batches }: Forecourt,
  output: Output,
): ExitCode {
  sayDead(batches, output)
  const list = batches.reader.list()
  if (asJson)
    output.print(
      json({
        total: list.length,
        batches: list.map((batch) => ({ ...batch, counts: printedCounts(batch.counts) })),
      }),
    )
  else if (list.length === 0) output.say(m.cli_no_batches())
  else
    for (const batch of list)
      output.print(`${batch.id}  ${batch.state.padEnd(9)}  ${batch.fileName}  ${countsOf(batch)}\n`)
  return exitCodes.done
}

/** `resume`: goes on with the batch that is named, or with every one that waits to be sent. */
export async function resumeBatches(
  command: CommandNamed<'resume'>,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const { batches } = forecourt
  bringIn(forecourt, output)
  const meant =
    command.batch === undefined ? batches.reader.list().filter(isOpen) : [batches.reader.get(command.batch)]
  if (meant.length === 0) output.say(m.cli_nothing_to_resume())
  // The oldest first, as they were imported: a later price must win over an earlier one.
  const sent: Batch[] = []
  for (const { id } of meant.reverse()) sent.push(await sendBatch(id, forecourt, output))
  const [first, ...more] = sent.map((batch) => printed(batch, forecourt))
  // One batch is printed as `import` prints it; of none or several the object names all.
  if (command.json)
    output.print(json(first && more.length === 0 ? first : { batches: first ? [first, ...more] : [] }))
  else for (const batch of sent) output.print(`${batch.id}  ${countsOf(batch)}\n`)
  for (const batch of sent) sayConflicts(batch, output)
  return sent.some((batch) => exitCodeOf(batch) !== exitCodes.done) ? exitCodes.partly : exitCodes.done
}

/** Takes the engine, brings in what an earlier process left, and says which rows that puts in doubt. */
export function bringIn({ batches }: Forecourt, output: Output): void {
  const { inDoubt } = batches.recovery.recover()
  if (inDoubt > 0) output.say(m.cli_in_doubt({ count: inDoubt }))
}

/** The same for who only reads: where another process is at work, it stays as it is. */
export function sayDead(batches: Forecourt['batches'], output: Output): void {
  const inDoubt = batches.recovery.recoverDead()
  if (inDoubt > 0) output.say(m.cli_in_doubt({ count: inDoubt }))
}

/** Ctrl+C, a stop by the system, a terminal that was closed. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Sends what of a batch is planned, until nothing is under way; a stop lets rows on the wire come home. */
export async function sendBatch(batchId: string, { batches }: Forecourt, output: Output): Promise<Batch> {
  const stop = (): void => void batches.control.pause(batchId)
  for (const signal of stopSignals) process.once(signal, stop)
  try {
    await batches.control.send(batchId)
    await batches.control.idle()
  } finally {
    for (const signal of stopSignals) process.off(signal, stop)
  }
  const batch = batches.reader.get(batchId)
  const standing = standingWords(batch)
  if (standing !== null) output.say(standing)
  return batch
}

export const printed = (batch: Batch, { batches }: Forecourt) =>
  printedBatch(batch, batches.reader.allRows(batch.id))

export const countsOf = ({ counts: { sending, ...counts } }: Batch): string =>
  m.cli_counts({ ...counts, unknown: counts.unknown + sending })

/** An undo that nobody has confirmed is no batch to go on with. */
const isOpen = ({ state, counts }: Batch): boolean =>
  state !== 'cancelled' && state !== 'preview' && counts.planned > 0
