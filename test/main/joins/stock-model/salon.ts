import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { confirmationCodes, type DraftRow } from '#shared/import/draft.ts'
import type { MissingRule } from '#shared/stock/stock-actions.ts'
import { isBlocked, type JournalChoice, type JournalStatus } from '#shared/batch/journal-state.ts'
import type { StockChoice } from '#shared/stock/stock-check.ts'
import type { Forecourt } from '../../../../src/main/assemble.ts'
import { checkStock, noteLooked, planStock } from '../../../../src/main/stock/plan-stock.ts'
import type { PlannedRow } from '../../../../src/main/writes/planned-row.ts'
import type { Sandbox } from '../../../../src/sandbox/sandbox-options.ts'
import { SandboxControl } from '../../../sandbox/sandbox-control.ts'
import { assembledIn } from '../../assembled.ts'
import { connectTo } from '../../batch/connect-to.ts'
import { source as batchSource } from '../../batch/dealership.ts'
import { type Actor, Judge } from './judge.ts'
import { Programs, type WrittenFile } from './programs.ts'

/** A car of a file, as the last plan decided about it. */
export type Decided = NonNullable<DraftRow['car']>

/** What became of an import: nothing was to be sent, a batch was, or why the file was not taken. */
export type Imported = 'nothing' | 'sent' | 'planned' | Fault['code']

/** The data folder, and the copy of it that was kept last. */
export interface Folders {
  readonly data: string
  readonly copy: string
}

const dayMs = 24 * 3_600_000
const firstNight = Date.UTC(2026, 9, 1)

/** The whole of main on a data folder, a sandbox with no other adverts, and two programs that write their stock. */
export class Salon {
  readonly programs = new Programs()
  readonly judge = new Judge(this.programs)
  readonly control: SandboxControl
  readonly violations: string[] = []
  readonly missing: MissingRule
  /** By source: what the last plan decided. */
  readonly decided = new Map<string, readonly Decided[]>()
  readonly files = new Map<string, WrittenFile[]>()
  night = 0
  readonly #sandbox: Sandbox
  readonly #folder = mkdtempSync(join(tmpdir(), 'forecourt-model-'))
  readonly #taken = new Map<string, WrittenFile>()
  #forecourt: Forecourt

  constructor(sandbox: Sandbox, missing: MissingRule) {
    this.#sandbox = sandbox
    this.control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
    this.missing = missing
    mkdirSync(join(this.#folder, 'data'))
    this.#forecourt = this.#open()
  }

  get forecourt(): Forecourt {
    return this.#forecourt
  }

  get userId(): number {
    return this.#sandbox.userId
  }

  async accountId(): Promise<string> {
    return (await this.#forecourt.context.accounts.owner()).accountId
  }

  /** Writes the program's file of a new night, a day after the last one: what was written is shown by then. */
  write(source: string, part = 1): WrittenFile {
    this.night += 1
    vi.setSystemTime(firstNight + this.night * dayMs + dayMs / 2)
    const file = this.programs.file(source, this.night, part)
    this.files.set(source, [...(this.files.get(source) ?? []), file])
    return file
  }

  /** Looks at a plan, and sends it, or leaves it planned. A source that was never looked at is only looked at. */
  async import(source: string, file: WrittenFile, ends: 'send' | 'plan' = 'send'): Promise<Imported> {
    const path = join(this.#folder, `stock-${source}.csv`)
    writeFileSync(path, file.text)
    const seconds = (firstNight + file.asOf * dayMs) / 1_000
    utimesSync(path, seconds, seconds)
    const { drafts, stock, batches } = this.#forecourt
    const draftId = drafts.openPath(path)
    const choice = this.#choice(source)
    try {
      await checkStock(stock, draftId, { shape: {}, mapping: null, stock: choice })
      this.decided.set(source, await this.#decisions(draftId))
      batches.recovery.recover()
      const batch = await planStock(stock, draftId, choice, { confirmed: confirmationCodes, olderOf: null })
      this.#taken.set(source, file)
      if (batch && ends === 'send') await this.send(batch.id)
      return batch ? (ends === 'send' ? 'sent' : 'planned') : 'nothing'
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      if (error.code === 'stock-unlooked') await noteLooked(stock, choice)
      return error.code
    } finally {
      await drafts.drop(draftId)
      await this.look('import')
    }
  }

  async send(batch: string): Promise<void> {
    const { control } = this.#forecourt.batches
    await control.send(batch, true)
    await control.idle()
  }

  /** A batch of a person's own rows. */
  async byHand(rows: readonly PlannedRow[]): Promise<void> {
    const { planner } = this.#forecourt.batches
    const accountId = await this.accountId()
    const { id } = await planner.plan(batchSource(this.userId, { accountId }), rows)
    await this.look('import')
    await this.send(id)
    await this.look('person')
  }

  /** A write by another program of the dealer's, an hour later: a read of minutes after our own write may be an old one. */
  async elsewhere(write: Parameters<ReturnType<typeof connectTo>['port']['write']>[0]): Promise<void> {
    vi.setSystemTime(Date.now() + dayMs / 24)
    await this.control.clearFaults()
    const { port, client } = connectTo(this.#sandbox)
    await port.write(write, new AbortController().signal)
    await client.close()
    await this.look('person')
  }

  /** Judges what reached the service since the last look. */
  async look(actor: Actor): Promise<void> {
    const present = new Set([...this.#taken.values()].flatMap(({ cars }) => [...cars.values()]))
    this.violations.push(...this.judge.judge(await this.control.ledger(), actor, present))
  }

  /** Adverts of cars that the service has out of stock. */
  async advertsOutOfStock(): Promise<number[]> {
    return (await this.#adverts()).flatMap(({ autoId, inStock }) => (inStock === 0 ? [autoId] : []))
  }

  /** By advert: what a car costs at the service. */
  async prices(): Promise<ReadonlyMap<number, number>> {
    return new Map((await this.#adverts()).map(({ autoId, price }) => [autoId, price]))
  }

  keepCopy(): void {
    const { data, copy } = this.#places
    rmSync(copy, { recursive: true, force: true })
    cpSync(data, copy, { recursive: true })
  }

  /** The journal of the copy is put back, as if a backup of the computer were. */
  async setBack(): Promise<void> {
    const { data, copy } = this.#places
    await this.#closed(() => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(join(data, `journal.db${suffix}`), { force: true })
      cpSync(join(copy, 'journal.db'), join(data, 'journal.db'))
    })
    this.judge.word.forget()
  }

  async restart(): Promise<void> {
    await this.#closed(() => undefined)
  }

  /** Something happens to the data folder while the app is closed. */
  async befalls(what: (folders: Folders) => void, choice: JournalChoice): Promise<JournalStatus | null> {
    await this.#closed(() => what(this.#places))
    // No two journals are set aside in one minute.
    vi.setSystemTime(Date.now() + 60_000)
    const { journalCare } = this.#forecourt.batches
    journalCare.ensureChecked()
    const status = isBlocked(journalCare.status()) ? journalCare.choose(choice) : null
    // As a start does, which makes a backup if there is none.
    this.#forecourt.batches.recovery.recover()
    return status
  }

  async #closed(meanwhile: () => void): Promise<void> {
    await this.#forecourt.close()
    meanwhile()
    this.#forecourt = this.#open()
  }

  async close(): Promise<void> {
    await this.#forecourt.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #adverts() {
    const ids = this.programs.cars.flatMap(({ id }) => this.judge.advertOf(id) ?? [])
    const adverts = await Promise.all(ids.map((id) => this.control.advert(id)))
    return ids.flatMap((autoId, at) => (adverts[at] ? [{ ...adverts[at], autoId }] : []))
  }

  get #places(): Folders {
    return { data: join(this.#folder, 'data'), copy: join(this.#folder, 'copy') }
  }

  async #decisions(draftId: string): Promise<Decided[]> {
    const { rows } = await this.#forecourt.drafts.rows(draftId, { filter: 'all' }, 0, 500)
    return rows.flatMap(({ car }) => car ?? [])
  }

  #choice(source: string): StockChoice {
    return {
      source,
      key: 'No',
      missing: this.missing,
      byHand: 'keep',
      sameTrim: 'ask',
      link: 'none',
      missingNow: null,
      filter: null,
      quantity: null,
      maxMissing: 100,
      maxNew: 100,
      rows: null,
    }
  }

  #open(): Forecourt {
    const { baseUrl, key, userId } = this.#sandbox
    return assembledIn(this.#places.data, { overrides: { baseUrl, key, userId }, importBytesHere: 262_144 })
  }
}
