import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { AdvertLink, LinkOutcome } from '#shared/stock/stock-calls.ts'
import type { Listen } from '../bridge.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** State of the account's stock numbers: if it has any, and how often they changed. */
export class StockNumbersState {
  /** Any advert of the account has a number. */
  any = $state(false)
  /** Counts the changes of links: what is shown of them is read again after each. */
  version = $state(0)
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    on('stock:links-changed', ({ any }) => {
      this.any = any
      this.version++
    })
  }

  /** Reads whether there are numbers; to be called for each account that becomes the active one. */
  async load(): Promise<void> {
    const reply = await this.#client('stock:has-numbers', null)
    if (reply.ok) this.any = reply.value
  }
}

/** The stock number of the open advert, and what a person does with it. */
export class AdvertLinkState {
  /** Undefined before the first answer; null if the advert has no number. */
  link = $state.raw<AdvertLink | null | undefined>()
  readonly reading = new RequestState()
  /** State of a change of the link: its failure is shown where it was asked for. */
  readonly answering = new RequestState()
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** @returns the function that cancels the reading */
  load(autoId: number): () => void {
    if (this.link && this.link.autoId !== autoId) this.link = undefined
    void this.reading
      .replace((signal) => this.#client('stock:link-of', { autoId }, { signal }))
      .then((link) => {
        if (link !== undefined) this.link = link
      })
    return () => this.reading.stop()
  }

  /** Undefined if it failed. */
  put(key: string, autoId: number, from: number | null): Promise<LinkOutcome | undefined> {
    return this.answering.run((signal) => this.#client('stock:link', { key, autoId, from }, { signal }))
  }

  /** Cuts the link; true if it was cut. */
  async cut({ key, autoId }: AdvertLink): Promise<boolean> {
    const answer = await this.answering.run((signal) =>
      this.#client('stock:cut', { key, autoId }, { signal }),
    )
    return answer !== undefined
  }

  async pin({ key, autoId }: AdvertLink, field: string, pinned: boolean): Promise<void> {
    const link = await this.answering.run((signal) =>
      this.#client('stock:pin', { key, autoId, field, pinned }, { signal }),
    )
    if (link !== undefined && this.link?.autoId === autoId) this.link = link
  }
}

/** The window's stock numbers. */
export const stockNumbersOf = perWindow((app) => new StockNumbersState(app.client, app.on))
