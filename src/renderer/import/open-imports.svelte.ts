import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'

/** Wizard, as far as several are kept. */
interface Wizard {
  /** It has a file. */
  readonly started: boolean
  /** Rows of the app's own; null for a file. */
  readonly made: unknown
  useAccount(accountId: string): void
}

/** A file that is open in its own wizard, and the account that it was opened under. */
export interface OpenImport<State extends Wizard> {
  /** Its name in the address of its page. */
  readonly id: string
  readonly wizard: State
  readonly accountId: string
}

/**
 * The files that were opened and neither sent nor discarded, each in its own wizard; one of each account is the
 * current one. Main keeps them for the next start.
 */
export class OpenImports<State extends Wizard> {
  accountId = $state('')
  #open = $state.raw<readonly OpenImport<State>[]>([])
  readonly #current = new SvelteMap<string, State>()
  readonly #create: () => State
  #asked = false

  constructor(create: () => State) {
    this.#create = create
    this.#begin()
  }

  /** The wizard that is shown. */
  get current(): State {
    const current = this.#current.get(this.accountId)
    if (!current) throw new Error('an account without a wizard')
    return current
  }

  /** Files of the active account that are gone on with, also by another start: rows of the app's own are none. */
  get files(): readonly OpenImport<State>[] {
    return this.own.filter(({ wizard }) => !wizard.made)
  }

  /** Wizards that are open under the active account, in the order in which it was opened. */
  get own(): readonly OpenImport<State>[] {
    return this.#started.filter(({ accountId }) => accountId === this.accountId)
  }

  /** Files of the other accounts. */
  get elsewhere(): readonly OpenImport<State>[] {
    return this.#started.filter(({ accountId, wizard }) => accountId !== this.accountId && !wizard.made)
  }

  /** Another account is active: its files are open now. What was opened before any account was known is its own. */
  useAccount(accountId: string): void {
    untrack(() => {
      const unowned = this.#current.get('')
      this.accountId = accountId
      if (this.#current.has(accountId)) return
      if (unowned) this.#give(unowned, accountId)
      else this.#begin()
    })
  }

  /** The wizard for another file: the current one if it has none. */
  begin(): State {
    if (this.current.started) this.#begin()
    return this.current
  }

  /** A person asked for a file: the page of imports opens the system's dialog at once. */
  askForFile(): void {
    this.#asked = true
  }

  /** @returns whether a file was asked for, once */
  takeAsked(): boolean {
    const asked = this.#asked
    this.#asked = false
    return asked
  }

  idOf(wizard: State): string {
    return this.#open.find((each) => each.wizard === wizard)?.id ?? ''
  }

  /** Lists a file that an earlier start left. */
  list(id: string, accountId: string, list: (wizard: State) => void): void {
    if (this.#open.some((each) => each.id === id)) return
    const wizard = this.#create()
    wizard.useAccount(accountId)
    list(wizard)
    this.#open = [...this.#open, { id, wizard, accountId }]
  }

  /** The files that are listed, and those to come. */
  get all(): readonly OpenImport<State>[] {
    return this.#open
  }

  /** Shows a file again; one of another account is checked for the active one from now on. */
  open({ wizard, accountId }: Pick<OpenImport<State>, 'wizard' | 'accountId'>): void {
    if (accountId !== this.accountId) {
      if (this.#current.get(accountId) === wizard) this.#current.delete(accountId)
      this.#give(wizard, this.accountId)
    }
    this.#current.set(this.accountId, wizard)
    this.#prune()
  }

  get #started(): readonly OpenImport<State>[] {
    return this.#open.filter(({ wizard }) => wizard.started)
  }

  #begin(): void {
    const wizard = this.#create()
    this.#open = [...this.#open, { id: newId(), wizard, accountId: this.accountId }]
    if (this.accountId !== '') wizard.useAccount(this.accountId)
    this.#current.set(this.accountId, wizard)
    this.#prune()
  }

  #give(wizard: State, accountId: string): void {
    this.#open = this.#open.map((each) => (each.wizard === wizard ? { ...each, accountId } : each))
    this.#current.set(accountId, wizard)
    this.#current.delete('')
    wizard.useAccount(accountId)
  }

  /** Forgets wizards without a file that are not shown. */
  #prune(): void {
    const shown = new Set(this.#current.values())
    this.#open = this.#open.filter(({ wizard }) => wizard.started || shown.has(wizard))
  }
}

const newId = (): string => crypto.randomUUID().slice(0, 8)
