import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { Confirmation, ConfirmationCode } from '#shared/import/draft.ts'
import type { Review } from '#shared/staged/staged-calls.ts'
import type { StagedRow, StagedState as State } from '#shared/staged/staged-edit.ts'
import { PagedRows } from '../ui/grid/paged-rows.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'
import type { StagedState } from './staged-state.svelte.ts'

/** The check is made again when nothing changed for this long, in ms. */
const pause = 400

/** Rows of one answer. */
const mostRows = 500

/** All edits, cell by cell, and what a sending of them comes to. */
export class ReviewState {
  state = $state<State | null>(null)
  review = $state.raw<Review | null>(null)
  /** The edits that no batch holds, if they are of one advert: few enough for one screen. */
  one = $state.raw<readonly StagedRow[] | null>(null)
  confirmed = $state.raw<readonly ConfirmationCode[]>([])
  readonly rows: PagedRows<StagedRow>
  /** Reading the list. */
  readonly reading = new RequestState()
  /** Checking the edits. */
  readonly checking = new RequestState()
  readonly sending = new RequestState()
  readonly #client: Client<Calls>
  #due: ReturnType<typeof setTimeout> | undefined
  /** Confirmations that the last review asked for. */
  #asked: readonly Confirmation[] = []

  /** Confirmations that are asked for and were not given. */
  readonly missing = $derived(
    this.review?.check?.confirmations.some(({ code }) => !this.confirmed.includes(code)) ?? false,
  )

  constructor(client: Client<Calls>) {
    this.#client = client
    this.rows = new PagedRows((offset, limit) =>
      this.reading.run((signal) =>
        this.#client('staged:list', { state: this.state, offset, limit }, { signal }),
      ),
    )
  }

  /** Reads the list and checks the edits; returns the function that ends following their changes. */
  follow(staged: StagedState): () => void {
    void this.#read()
    const end = staged.onChanged(() => {
      this.review = null
      clearTimeout(this.#due)
      this.#due = setTimeout(() => {
        void this.#read()
      }, pause)
    })
    return () => {
      end()
      clearTimeout(this.#due)
    }
  }

  show(state: State | null): void {
    this.state = state
    void this.rows.reset()
  }

  async #read(): Promise<void> {
    void this.rows.reset()
    const { summary } = (await this.#check()) ?? {}
    const one = summary?.adverts === 1 ? await this.all(null) : undefined
    this.one = one?.filter(({ batch }) => batch === null) ?? null
  }

  /** Every edit in a state, or all; undefined if they can't be read. */
  async all(state: State | null): Promise<readonly StagedRow[] | undefined> {
    const found: StagedRow[] = []
    for (;;) {
      const page = await this.reading.run((signal) =>
        this.#client('staged:list', { state, offset: found.length, limit: mostRows }, { signal }),
      )
      if (!page) return undefined
      found.push(...page.rows)
      if (page.rows.length === 0 || found.length >= page.total) return found
    }
  }

  confirm(code: ConfirmationCode, yes: boolean): void {
    const others = this.confirmed.filter((each) => each !== code)
    this.confirmed = yes ? [...others, code] : others
  }

  /** Sends what was reviewed. @returns its batch, or undefined if it was refused */
  async send(): Promise<Batch | undefined> {
    const { review, confirmed } = this
    if (!review) return undefined
    const { revision } = review.summary
    const batch = await this.sending.run((signal) =>
      this.#client('staged:send', { revision, confirmed: [...confirmed] }, { signal }),
    )
    if (!batch) void this.#check()
    return batch
  }

  async #check(): Promise<Review | undefined> {
    this.review = null
    const review = await this.checking.replace((signal) => this.#client('staged:review', null, { signal }))
    this.review = review ?? null
    if (review) this.#keepConfirmed(review.check?.confirmations ?? [])
    return review
  }

  /** Keeps a confirmation only for the numbers that it was asked about. */
  #keepConfirmed(asked: readonly Confirmation[]): void {
    const before = new Set(this.#asked.map((each) => JSON.stringify(each)))
    const same = asked.filter((each) => before.has(JSON.stringify(each)))
    this.confirmed = this.confirmed.filter((code) => same.some((each) => each.code === code))
    this.#asked = asked
  }
}
