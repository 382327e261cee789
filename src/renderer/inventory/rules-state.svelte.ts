import type { Client, Reply } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import type { ColourRule, SavedRule } from '#shared/inventory/rule-calls.ts'
import type { RowMark } from '../ui/grid/columns.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** The colour rules that the dealer set up for the account. Main says which of them a row fits. */
export class RulesState {
  list = $state.raw<readonly SavedRule[]>([])
  readonly request = new RequestState()
  readonly #client: Client<Calls>
  #accountId = ''

  readonly #byId = $derived(new Map(this.list.map((rule) => [rule.id, rule])))

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** Loads the rules of this account; '' = not known yet. */
  useAccount(accountId: string): void {
    if (accountId === '' || accountId === this.#accountId) return
    this.#accountId = accountId
    this.list = []
    void this.#take((signal) => this.#client('inventory:rules', null, { signal }))
  }

  /** @param id of the rule that is replaced; null adds one. @returns whether it is among those that are kept now */
  async save(id: string | null, rule: ColourRule): Promise<boolean> {
    const before = this.list.length
    const taken = await this.#take((signal) => this.#client('inventory:save-rule', { id, rule }, { signal }))
    return taken && (id === null ? this.list.length > before : this.#byId.has(id))
  }

  /** @returns whether it is deleted */
  remove(id: string): Promise<boolean> {
    return this.#take((signal) => this.#client('inventory:delete-rule', { id }, { signal }))
  }

  /** The colour of a row, which the first rule gives that it fits, and the words of all of them. */
  markOf({ rules }: AdvertRow): RowMark | undefined {
    // Most rows fit none, and each row that is scrolled by is asked.
    if (!rules) return undefined
    const fitting = rules.flatMap((id) => this.#byId.get(id) ?? [])
    const [first] = fitting
    return first && { look: lookOf(first), words: fitting.map(({ word }) => word).join(' · ') }
  }

  async #take(call: (signal: AbortSignal) => Promise<Reply<SavedRule[]>>): Promise<boolean> {
    const list = await this.request.replace(call)
    if (list) this.list = list
    return list !== undefined
  }
}

/** The class of its colour, in rule-colours.css. */
export const lookOf = ({ colour }: Pick<ColourRule, 'colour'>): string => `rule-${colour}`

/** The window's rules of the account that it shows. */
export const rulesOf = perWindow((app) => new RulesState(app.client))
