import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { MissingRule } from '#shared/stock/stock-actions.ts'
import { operations } from '#shared/batch/operation.ts'
import type { FaultRule } from '../../src/sandbox/control/faults.ts'
import type { LedgerEntry } from '../../src/sandbox/control/ledger.ts'
import { openCounter, type Counter } from '../main/cli/counter.ts'
import { advertsOf, finalViolations, nightViolations } from './stock-checker.ts'
import type { StockProgram } from './stock-program.ts'
import { runChild } from './world.ts'
import { scriptPath } from '../scripts.ts'

const kinds = ['claim', 'answer', 'link', 'other'] as const
export const stockKillPoints = [
  ...kinds.map((kind) => `before-${kind}` as const),
  ...kinds.map((kind) => `after-${kind}` as const),
  ...(['before-flush', 'after-flush', 'after-headers'] as const),
] as const
export type StockKillPoint = (typeof stockKillPoints)[number]

/** At the nth passing of a point. */
export interface StockKill {
  readonly point: StockKillPoint
  nth: number
}

/** What a process is told to do. */
export interface StockOrder {
  readonly kill: StockKill | null
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const child = scriptPath('stock-child')
const doubtSchema = z.object({
  batch: z.string(),
  line: z.int(),
  operation: z.enum(operations),
  price: z.number().nullable(),
  key: z.string(),
})

/** A sandbox, a data folder, and a dealer's program whose files are imported as the whole stock. */
export class StockWorld {
  readonly #counter: Counter
  readonly #program: StockProgram
  readonly #keysOfFiles = new Map<string, ReadonlySet<string>>()
  #night = 0
  #path = ''
  #judged = 0

  constructor(counter: Counter, program: StockProgram) {
    this.#counter = counter
    this.#program = program
  }

  /** Reads the stock and looks at the first plan, as a person does. */
  async begin(missing: MissingRule): Promise<void> {
    await this.#run('sync')
    this.#write()
    await this.#run(...this.#import(), '--key', 'No', '--missing', missing)
  }

  /** Imports the file of a new night. @returns whether the process was killed */
  async live(kill: StockKill | null, faults: readonly FaultRule[]): Promise<boolean> {
    const { control } = this.#counter
    await control.clearFaults()
    for (const fault of faults) await control.addFault(fault)
    this.#write()
    const argv = [...this.#import(), '--commit', '--max-missing', '100']
    const env = { ...this.#counter.env, LC_ALL: 'en' }
    return runChild({ kill, argv, env } satisfies StockOrder, undefined, child)
  }

  /** A person looks for what is in doubt, and says of the rest what the service's ledger knows. */
  async answer(): Promise<void> {
    await this.#counter.control.clearFaults()
    for (const batch of this.#batches()) await this.#run('settle', batch)
    const made = advertsOf(await this.#ledger(), this.#program)
    for (const { batch, line, operation, price } of this.#doubts()) {
      const advert = made.find((each) => each.price === price)
      if (operation === 'create')
        await this.#run(
          'settle',
          batch,
          ...(advert ? ['--bind', `${line}=${advert.autoId}`] : ['--never-made', String(line)]),
        )
      else await this.#run('settle', batch, '--send-again')
    }
  }

  /** What was broken since the last look. */
  async violations(): Promise<string[]> {
    const ledger = await this.#ledger()
    const since = ledger.slice(this.#judged)
    this.#judged = ledger.length
    return nightViolations(ledger, since, this.#program, new Set(this.#keysThatCount()))
  }

  /** The stock is imported without a kill until nothing is left to do. @returns what is not as the last file says */
  async finish(missing: MissingRule): Promise<string[]> {
    const found: string[] = []
    // A delete waits for a second file with other content, and what was in doubt for the answer.
    for (let round = 0; round < 3; round++) {
      await this.live(null, [])
      await this.answer()
      found.push(...(await this.violations()))
    }
    const writes = (await this.#ledger()).length
    const last = await this.#counter.run(...this.#import(), '--commit', '--max-missing', '100')
    const after = await this.#ledger()
    // That a young advert isn't shown is no proof of its delete: such a row waits for an hour.
    const open = new Set(
      this.#doubts().flatMap(({ operation, key }) => (operation === 'delete' ? [key] : [])),
    )
    if (last.code !== 0 && open.size === 0) found.push(`the last file ended with ${last.code}: ${last.err}`)
    if (after.length > writes)
      found.push(`the last file was sent again: ${JSON.stringify(after.slice(writes))}`)
    const live = await Promise.all(
      advertsOf(after, this.#program).map(async (advert) => ({
        ...advert,
        facts: await this.#counter.control.advert(advert.autoId),
      })),
    )
    return [...found, ...finalViolations(live, this.#program, missing, open)]
  }

  async close(): Promise<void> {
    await this.#counter.close()
  }

  /** The keys of the file that came last, if it was taken too; else those that it and the one that was taken have. */
  #keysThatCount(): string[] {
    const [taken] = this.#read(
      `SELECT sha256 FROM stock_files WHERE refused IS NULL ORDER BY seq DESC LIMIT 1`,
    )
    const known = this.#keysOfFiles.get(String(taken?.sha256))
    return this.#program.keys.filter((key) => known?.has(key) ?? false)
  }

  #write(): void {
    this.#night += 1
    const day = new Date(Date.UTC(2026, 10, 1 + this.#night)).toISOString().slice(0, 10)
    const text = this.#program.text(`night ${this.#night}`)
    this.#path = this.#counter.file(`stock-${day}.csv`, text)
    this.#keysOfFiles.set(createHash('sha256').update(text).digest('hex'), new Set(this.#program.keys))
  }

  #import(): string[] {
    return ['import', this.#path, '--operation', 'stock']
  }

  /** @throws Error if the command could not do it */
  async #run(...argv: string[]): Promise<void> {
    const { code, err } = await this.#counter.run(...argv)
    if (code === 2) throw new Error(`${argv.join(' ')}: ${err}`)
  }

  #ledger(): Promise<LedgerEntry[]> {
    return this.#counter.control.ledger()
  }

  #batches(): string[] {
    return this.#read(`SELECT id FROM batches WHERE state <> 'planning' ORDER BY seq`).map(({ id }) =>
      String(id),
    )
  }

  #doubts(): z.infer<typeof doubtSchema>[] {
    return this.#read(
      `SELECT batches.id AS batch, line, rows.operation, payload ->> '$.price' AS price, key
       FROM rows JOIN batches ON batches.seq = rows.batch JOIN keyed_rows ON keyed_rows.row = rows.id
       WHERE rows.state = 'in-doubt' ORDER BY rows.id`,
    ).map((row) => doubtSchema.parse(row))
  }

  #read(sql: string): Record<string, unknown>[] {
    const journal = new DatabaseSync(join(this.#counter.dataDir, 'journal.db'), { readOnly: true })
    try {
      return journal.prepare(sql).all()
    } finally {
      journal.close()
    }
  }
}

export const openStockWorld = async (program: StockProgram): Promise<StockWorld> =>
  new StockWorld(await openCounter(5), program)
