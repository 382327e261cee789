import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import {
  type ByHandRule,
  type CandidateGrade,
  type MissingRule,
  type SameTrimRule,
  usualRules,
  usualSource,
} from '#shared/stock/stock-actions.ts'
import type { StockChoice, StockCheck, StockFilter } from '#shared/stock/stock-check.ts'
import type { StockAnswer, StockSourceFacts } from '#shared/stock/stock-plan-calls.ts'
import { RequestState } from '../../ui/request.svelte.ts'

/** Choice of a person about a source; it is remembered with it. */
interface SourceChoice {
  readonly key: string
  /** Filter for the rows of the stock; null if all are. */
  readonly filter: StockFilter | null
  /** The column that says how many cars there are; null if none does. */
  readonly quantity: string | null
  readonly missing: MissingRule
  readonly byHand: ByHandRule
  readonly sameTrim: SameTrimRule
}

/** Answers that lift a brake, or take a file that is not the newest: for this file alone. */
type Lifted = Pick<StockChoice, 'missingNow' | 'maxMissing' | 'maxNew' | 'rows'>

const noChoice: SourceChoice = { key: '', filter: null, quantity: null, ...usualRules }

const noneLifted: Lifted = { missingNow: null, maxMissing: null, maxNew: null, rows: null }

/** Reading of the wizard's file as the whole stock of a source, and what was answered about its plan. */
export class StockState {
  source = $state<string>(usualSource)
  choice = $state.raw<SourceChoice>(noChoice)
  sources = $state.raw<readonly StockSourceFacts[]>([])
  /** The intended older file, by its stated date; null without a person's word. */
  olderOf = $state<string | null>(null)
  /** Answers since the plan was made, by the key that each is about. */
  given = $state.raw<ReadonlyMap<string, StockAnswer>>(new Map())
  readonly asking = new RequestState()

  readonly #client: Client<Calls>
  readonly #onChange: () => void
  #header: readonly string[] = []
  #begun = false
  #lifted = $state.raw<Lifted>(noneLifted)

  /** @param onChange what was checked is checked with other choices from now on */
  constructor(client: Client<Calls>, onChange: () => void) {
    this.#client = client
    this.#onChange = onChange
  }

  /** Choice for reading the file; null until a person says which column has the keys. */
  get request(): StockChoice | null {
    const { source, choice } = this
    if (choice.key === '' || source.trim() === '' || choice.filter?.values.length === 0) return null
    return { source: source.trim(), ...choice, ...this.#lifted, link: 'none' }
  }

  get known(): StockSourceFacts | undefined {
    return this.sources.find(({ name }) => name === this.source.trim())
  }

  /** The file has these columns; what was chosen stays, as far as it has them. */
  useHeader(header: readonly string[]): void {
    this.#header = header
    this.choice = { ...this.choice, key: this.#columnOf(this.choice.key) }
  }

  /** Another account is active: it has sources of its own. What was chosen stays. */
  async useAccount(): Promise<void> {
    if (!this.#begun) return
    this.#begun = false
    this.sources = []
    await this.begin(this.source)
  }

  /** The file is the whole stock of this source, unless another one was chosen already. */
  async begin(source: string = usualSource): Promise<void> {
    if (this.#begun) return
    this.#begun = true
    const answer = await this.#client('stock:sources', null)
    if (answer.ok) this.sources = answer.value
    if (this.choice.key === '') this.useSource(source)
  }

  /** Takes what was chosen for a source when its last plan was looked at. */
  useSource(name: string): void {
    this.source = name
    const { known } = this
    if (known) {
      const { missing, byHand, sameTrim, filter, quantity } = { ...noChoice, ...withoutUndefined(known) }
      this.choice = {
        missing,
        byHand,
        sameTrim,
        filter,
        key: this.#columnOf(known.key),
        // A column that this file lacks is said by the check.
        quantity: quantity === null || this.#columnOf(quantity) === '' ? quantity : this.#columnOf(quantity),
      }
    }
    this.#onChange()
  }

  choose(change: Partial<SourceChoice>): void {
    this.choice = { ...this.choice, ...change }
    this.#onChange()
  }

  /** Lifts a brake for this file, whatever it lacks or however short it is. */
  lift(change: Partial<Lifted>): void {
    this.#lifted = { ...this.#lifted, ...change }
  }

  /** The plan is made again: what was answered is a part of it. */
  beginPlan(): void {
    this.given = new Map()
    this.asking.clear()
  }

  /** True if the plan may be sent: nothing of it holds the whole file, and nothing was answered since. */
  isReady({ brake, age }: Pick<StockCheck, 'brake' | 'age'>): boolean {
    return brake === null && (age === null || this.olderOf === age.asOf) && this.given.size === 0
  }

  /** Choices to keep for another start; null if the file isn't the whole stock. */
  get memo() {
    const { source, choice, olderOf } = this
    return { source, choice, olderOf, lifted: this.#lifted }
  }

  /** Takes what was chosen before for the file. */
  async restore({ source, choice, olderOf, lifted }: StockState['memo']): Promise<void> {
    await this.begin(source)
    Object.assign(this, { source, choice, olderOf })
    this.#lifted = lifted
  }

  /** Keeps an answer about a car, by which the next plan goes. */
  async answer(answer: StockAnswer): Promise<void> {
    const done = await this.asking.run((signal) => this.#client('stock:answer', answer, { signal }))
    if (done !== undefined) this.given = new Map(this.given).set(answer.key, answer)
  }

  /** Links the cars for which adverts were found so surely. @returns how many; undefined if that failed */
  async linkFound(draftId: string, grade: CandidateGrade): Promise<number | undefined> {
    const done = await this.asking.run((signal) =>
      this.#client('stock:link-found', { draftId, grades: [grade] }, { signal }),
    )
    return done?.count
  }

  clear(): void {
    this.source = usualSource
    this.choice = noChoice
    this.olderOf = null
    this.#lifted = noneLifted
    this.#header = []
    this.#begun = false
    this.beginPlan()
  }

  /** The column as this file calls it; '' if it has none. */
  #columnOf(key: string): string {
    const same = (name: string): boolean => name.trim().toLowerCase() === key.trim().toLowerCase()
    return this.#header.find(same) ?? ''
  }
}

const withoutUndefined = (known: StockSourceFacts): Partial<SourceChoice> =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
