import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { CallRow, CallsState as Saved } from '#shared/demand/buyer-calls.ts'
import { personOf } from '#shared/demand/caller.ts'
import { getLocale } from '#shared/i18n/locale.ts'
import type { Listen } from '../../bridge.ts'
import { perWindow } from '../../ui/per-window.svelte.ts'
import { RequestState } from '../../ui/request.svelte.ts'
import { filterCalls, isUnanswered, sortCalls, type CallFilter, type CallSort } from './calls-list.ts'

const none: Saved = { calls: [], missing: false, readAt: null, failure: null, unread: null, session: false }
/** Those that want a person first, the newest above. */
const plainSort: CallSort = { column: 'status', descending: false }

/** The calls of buyers as saved, how they are filtered and sorted, and which one is open. */
export class CallsState {
  /** True once the saved calls were read. */
  loaded = $state(false)
  filter = $state<CallFilter>('all')
  text = $state('')
  sort = $state.raw<CallSort>(plainSort)
  openId = $state<number | null>(null)
  readonly plainSort = plainSort
  readonly reading = new RequestState()
  readonly #loading = new RequestState()
  readonly #client: Client<Calls>
  #saved = $state.raw<Saved>(none)

  readonly shown = $derived(
    sortCalls(filterCalls(this.#saved.calls, this.filter, this.text), this.sort, getLocale()),
  )
  readonly open = $derived(this.#saved.calls.find(({ id }) => id === this.openId) ?? null)
  readonly counts: Readonly<Record<CallFilter, number>> = $derived({
    all: this.#saved.calls.length,
    waiting: this.#saved.calls.filter(({ waits }) => waits).length,
    unanswered: this.#saved.calls.filter(isUnanswered).length,
    recorded: this.#saved.calls.filter(({ recorded }) => recorded).length,
  })

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    // They are read in the background too; another account has others.
    on('demand:calls', () => {
      if (this.loaded) void this.load()
    })
  }

  get saved(): Saved {
    return this.#saved
  }

  get failure(): Saved['failure'] {
    return this.reading.failure ?? this.#loading.failure ?? this.#saved.failure
  }

  async load(): Promise<void> {
    this.#show(await this.#loading.replace((signal) => this.#client('demand:calls', null, { signal })))
  }

  /** Reads the calls from the service; after `stop` or a failure the saved ones stay on the screen. */
  async read(): Promise<void> {
    this.#show(await this.reading.run((signal) => this.#client('demand:read-calls', null, { signal })))
  }

  /** Marks the call as returned, or takes the mark away. */
  async markReturned({ id }: CallRow, returned: boolean): Promise<void> {
    this.#show(
      await this.#loading.replace((signal) =>
        this.#client('demand:call-returned', { id, returned }, { signal }),
      ),
    )
  }

  /** Further saved calls of the same person, the newest first. */
  othersOf({ id, phone, others }: CallRow): CallRow[] {
    const person = personOf(phone)
    if (others === 0 || person === '') return []
    return this.#saved.calls.filter((call) => call.id !== id && personOf(call.phone) === person)
  }

  #show(saved: Saved | undefined): void {
    if (!saved) return
    this.#saved = saved
    this.loaded = true
  }
}

/** The window's calls. */
export const callsOf = perWindow((app) => new CallsState(app.client, app.on))
