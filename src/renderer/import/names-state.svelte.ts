import type { Client, RequestOf } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Check } from '#shared/import/draft.ts'
import { mostLookupCalls } from '#shared/import/lookup-limit.ts'
import type { UnknownName, UnknownNames } from '#shared/import/unknown-names.ts'
import { RequestState } from '../ui/request.svelte.ts'

export type NameChoices = RequestOf<Calls['draft:choose-names']>['choices']

/** Values with the same key are one question. */
export const nameKey = ({ field, value, within }: Pick<UnknownName, 'field' | 'value' | 'within'>): string =>
  [field, within.marka_id, within.model_id, within.base_id, value].join(' ')

const nameCodes: readonly string[] = ['name-unknown', 'name-ambiguous']

/** The names of a file that are not known, or may mean several: what they may mean, and what the dealer chooses. */
export class NamesState {
  unknown = $state.raw<UnknownNames | null>(null)
  /** The chosen ids by nameKey(). */
  chosen = $state.raw<Readonly<Record<string, number>>>({})
  /** Answers about the file, in the order of the answers; it holds however often its rows are checked. */
  given = $state.raw<readonly NameChoices[]>([])
  /** Result of the last looking up. */
  looked = $state.raw<{ calls: number; bounded: boolean; failure: Failure | null } | null>(null)
  /** Looking names up, or keeping choices. */
  readonly acting = new RequestState()

  /** Answers are being used, until their rows are shown. */
  #applying = false
  /** Calls that the look-up which the dealer began may still take. */
  #left = 0
  readonly #client: Client<Calls>
  readonly #reading = new RequestState()
  readonly #onChecked: (check: Check) => Promise<void>

  constructor(client: Client<Calls>, onChecked: (check: Check) => Promise<void>) {
    this.#client = client
    this.#onChecked = onChecked
  }

  get failure(): Failure | null {
    return this.acting.failure ?? this.#reading.failure
  }

  /** The id that answers a question: what was chosen, else what the rows decide themselves; undefined if neither does. */
  answerOf(name: UnknownName): number | undefined {
    return this.chosen[nameKey(name)] ?? name.decided?.id
  }

  /** The questions that have an answer, in the order in which they are asked. */
  get answered(): readonly UnknownName[] {
    return this.unknown?.values.filter((each) => this.answerOf(each) !== undefined) ?? []
  }

  /** True if there are questions, and none is left. */
  get complete(): boolean {
    const count = this.unknown?.values.length ?? 0
    return count > 0 && this.answered.length === count
  }

  /** Asks which names of a checked draft are not known; nothing is asked if all are. */
  async load({ draftId, problems }: Check): Promise<void> {
    if (!problems.some(({ code }) => nameCodes.includes(code))) {
      this.unknown = null
      return
    }
    const unknown = await this.#reading.replace((signal) =>
      this.#client('draft:names', { draftId }, { signal }),
    )
    if (unknown) this.unknown = unknown
  }

  choose(name: UnknownName, id: number): void {
    this.chosen = { ...this.chosen, [nameKey(name)]: id }
  }

  /** Asks the service for the names. What it may ask for more goes on once names are chosen: one look-up for all levels. */
  async lookUp(draftId: string): Promise<void> {
    this.looked = null
    await this.#ask(draftId, { most: mostLookupCalls, before: 0 })
  }

  /** @param before requests that the look-up has made already, at the levels above */
  async #ask(draftId: string, { most, before }: { most: number; before: number }): Promise<void> {
    const request = { draftId, most }
    const done = await this.acting.run((signal) => this.#client('draft:look-up', request, { signal }))
    if (!done) return
    const { check, ...looked } = done
    // Its result is shown with the remaining questions: the check of a whole stock begins again, without either.
    await this.#onChecked(check)
    this.#left = looked.bounded || looked.failure ? 0 : most - looked.calls
    this.looked = { ...looked, calls: before + looked.calls }
  }

  /**
   * Keeps the answers, checks their rows again, and asks for what belongs to the chosen if a look-up was begun. Does
   * nothing while it is under way, or a look-up is.
   */
  async apply(draftId: string): Promise<void> {
    if (this.#applying || this.acting.busy) return
    this.#applying = true
    try {
      await this.#apply(draftId)
    } finally {
      this.#applying = false
    }
  }

  async #apply(draftId: string): Promise<void> {
    const choices = this.answered.map((each) => {
      const { field, within, value } = each
      const decided = this.chosen[nameKey(each)] === undefined
      return { field, within, value, id: this.answerOf(each) ?? 0, decided }
    })
    const check = await this.#give(draftId, choices)
    if (!check) return
    this.chosen = {}
    const { looked } = this
    const left = this.#left
    await this.#onChecked(check)
    this.looked = looked
    if (left > 0 && (this.unknown?.calls ?? 0) > 0)
      await this.#ask(draftId, { most: left, before: looked?.calls ?? 0 })
  }

  /** Answers as was answered before. */
  async giveAgain(draftId: string, given: readonly NameChoices[]): Promise<void> {
    for (const choices of given) {
      const check = await this.#give(draftId, choices)
      if (check) await this.#onChecked(check)
    }
  }

  async #give(draftId: string, choices: NameChoices): Promise<Check | undefined> {
    const check = await this.acting.run(() => this.#client('draft:choose-names', { draftId, choices }))
    if (check) this.given = [...this.given, choices]
    return check
  }

  clear(): void {
    for (const request of [this.acting, this.#reading]) request.clear()
    this.unknown = null
    this.chosen = {}
    this.looked = null
    this.#left = 0
  }
}
