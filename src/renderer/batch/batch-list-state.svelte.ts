import { SvelteMap } from 'svelte/reactivity'
import type { AnswerOf, Client, Reply } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import type { Listen } from '../bridge.ts'
import { RequestState } from '../ui/request.svelte.ts'
import type { NamedFile } from '../ui/save-file.ts'
import { nextStep } from './next-step.ts'
import { perWindow } from '../ui/per-window.svelte.ts'

type Answer = AnswerOf<Calls['batch:list']>

/** Pace of a batch: rows a second, and the seconds left; null if they can't be estimated. */
export interface Pace {
  readonly rate: number
  readonly secondsLeft: number | null
}

/**
 * Batches of all accounts, newest first, kept up to date by main's events; what is shown is the active account's. Recent ones are read,
 * and all that want a person; older ones page by page, when they are asked for.
 */
export class BatchListState {
  batches = $state.raw<readonly Batch[]>([])
  /** Those of other desks of the team, which nothing can be done with here. */
  ofTeam = $state.raw<readonly Batch[]>([])
  /** The active account's id. */
  accountId = $state('')
  /** The dealer chose to see the batches of every account. */
  allAccounts = $state(false)
  /** True once the list was read. */
  loaded = $state(false)
  /** By what the next older batches are asked for; null if all are here. */
  #older = $state<number | null>(null)
  #totals = $state.raw<Answer['totals']>([])
  /** Pages that were read. */
  #pages = 1
  readonly paces = new SvelteMap<string, Pace>()
  /** A batch whose account could not be read may be of any. */
  readonly #isOwn = ({ accountId }: Pick<Batch, 'accountId'>): boolean =>
    accountId === '' || accountId === this.accountId
  readonly #own = $derived(this.batches.filter(this.#isOwn))
  readonly #shown = $derived(
    this.allAccounts ? merged(this.batches, this.ofTeam) : merged(this.#own, this.ofTeam.filter(this.#isOwn)),
  )
  readonly #request = new RequestState()
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    on('batch:progress', ({ batch, rate, secondsLeft }) => {
      this.paces.set(batch.id, { rate, secondsLeft })
      this.put(batch)
    })
    on('journal:replaced', () => void this.load())
    on('batch:elsewhere', () => void this.load())
  }

  /** Those of the active account, the newest first. */
  get own(): readonly Batch[] {
    return this.#own
  }

  get failure(): Failure | null {
    return this.#request.failure
  }

  /** The batches of the filter: the active account's, or all. */
  get shown(): readonly Batch[] {
    return this.#shown
  }

  /** Number of batches that the filter has, with those that are not read yet. */
  get count(): number {
    const others = this.#shown.filter(({ desk }) => desk !== undefined).length
    return others + this.#sum(this.allAccounts ? () => true : this.#isOwn)
  }

  /** Number of batches that the other accounts have. */
  get elsewhere(): number {
    return this.#sum((total) => !this.#isOwn(total))
  }

  /** True if there are older batches that are not read yet. */
  get hasOlder(): boolean {
    return this.#older !== null
  }

  /** The active account's batches that want a person, as many as the list shows of this kind. */
  get needingPerson(): number {
    return this.#own.filter((batch) => nextStep(batch) !== null).length
  }

  /** Rows in doubt of all accounts. */
  get inDoubt(): number {
    return this.batches.reduce((sum, { counts }) => sum + counts.inDoubt, 0)
  }

  /** Reads the list again, as far back as before. */
  async load(): Promise<void> {
    let answer = await this.#read(null)
    if (!answer) return
    let batches: readonly Batch[] = answer.batches
    this.ofTeam = answer.ofTeam
    for (let page = 1; page < this.#pages && answer.older !== null; page++) {
      answer = await this.#read(answer.older)
      if (!answer) return
      batches = merged(batches, answer.batches)
    }
    this.#take(batches, answer)
    this.loaded = true
  }

  /** Reads the next older batches, if there are any and they are not being read already. */
  async loadOlder(): Promise<void> {
    const before = this.#older
    if (before === null || this.#request.busy) return
    const answer = await this.#read(before)
    // The list was read again meanwhile.
    if (!answer || this.#older !== before) return
    this.#pages++
    this.#take(merged(this.batches, answer.batches), answer)
  }

  /** The batch as the list knows it; null if it doesn't. */
  find(batchId: string): Batch | null {
    return this.batches.find(({ id }) => id === batchId) ?? null
  }

  /** Adds the batch, or replaces what the list knows of it. */
  put(batch: Batch): void {
    const isNew = this.batches.every(({ createdAt }) => createdAt < batch.createdAt)
    this.batches = merged(this.batches, [batch])
    if (isNew) this.#totals = [...this.#totals, { accountId: batch.accountId, count: 1 }]
  }

  /** An empty table with the columns of an operation. */
  template(operation: Operation, format: TableFormat): Promise<Reply<NamedFile>> {
    return this.#client('batch:template', { operation, format })
  }

  #read(before: number | null): Promise<Answer | undefined> {
    return this.#request.run(() => this.#client('batch:list', { before }))
  }

  #take(batches: readonly Batch[], { older, totals }: Answer): void {
    this.batches = batches.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    this.#older = older
    this.#totals = totals
  }

  #sum(has: (total: Answer['totals'][number]) => boolean): number {
    return this.#totals.filter(has).reduce((sum, { count }) => sum + count, 0)
  }
}

/** The batches with others, which count if both have one. */
const merged = (batches: readonly Batch[], others: readonly Batch[]): readonly Batch[] => {
  const all = new Map([...batches, ...others].map((batch) => [batch.id, batch]))
  return [...all.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** The window's list of batches; the rail reads from it how many rows need a person. */
export const batchesOf = perWindow((app) => new BatchListState(app.client, app.on))
