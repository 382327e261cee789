import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Check } from '#shared/import/draft.ts'
import { mostLookupCalls } from '#shared/import/lookup-limit.ts'
import type { UnknownName, UnknownNames } from '#shared/import/unknown-names.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Values with the same key are one question. */
export const nameKey = ({ field, value, within }: Pick<UnknownName, 'field' | 'value' | 'within'>): string =>
  [field, within.marka_id, within.model_id, within.base_id, value].join(' ')

const nameCodes: readonly string[] = ['name-unknown', 'name-ambiguous']

/** The names of a file that are not known, or may mean several: what they may mean, and what the dealer chooses. */
export class NamesState {
  unknown = $state.raw<UnknownNames | null>(null)
  /** The chosen ids by nameKey(). */
  chosen = $state.raw<Readonly<Record<string, number>>>({})
  /** What the last looking up came to. */
  looked = $state.raw<{ calls: number; bounded: boolean; failure: Failure | null } | null>(null)
  /** Looking names up, or keeping choices. */
  readonly acting = new RequestState()

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

  /** The question that has been chosen for, in the order in which they are asked. */
  get answered(): readonly UnknownName[] {
    return this.unknown?.values.filter((each) => this.chosen[nameKey(each)] !== undefined) ?? []
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

  /** Asks the service for the names. */
  async lookUp(draftId: string): Promise<void> {
    const request = { draftId, most: mostLookupCalls }
    const done = await this.acting.run((signal) => this.#client('draft:look-up', request, { signal }))
    if (!done) return
    const { check, ...looked } = done
    this.looked = looked
    await this.#onChecked(check)
  }

  /** Keeps what was chosen, and checks its rows again. */
  async apply(draftId: string): Promise<void> {
    const choices = this.answered.map((each) => {
      const { field, within, value } = each
      return { field, within, value, id: this.chosen[nameKey(each)] ?? 0 }
    })
    const request = { draftId, choices }
    const check = await this.acting.run(() => this.#client('draft:choose-names', request))
    if (!check) return
    this.chosen = {}
    await this.#onChecked(check)
  }

  clear(): void {
    for (const request of [this.acting, this.#reading]) request.clear()
    this.unknown = null
    this.chosen = {}
    this.looked = null
  }
}
