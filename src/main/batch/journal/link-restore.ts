import type { DatabaseSync } from 'node:sqlite'
import { Fault } from '#shared/bridge/failure.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { StockKey } from '../../writes/stock-key.ts'
import { LinkAnswers } from './link-answers.ts'
import { StockLinks, type StockLink } from './stock-links.ts'
import { StockSources } from './stock-sources.ts'

/** A link as a file has it. */
export interface FileLink
  extends StockKey, Pick<StockLink, 'autoId' | 'state' | 'endedBy' | 'origin' | 'out'> {
  readonly line: number
  readonly vehicle: readonly [marka: number, model: number, base: number, equip: number]
  /** The name of the source that last had the key; null if none is named. */
  readonly source: string | null
  readonly pinned: readonly string[]
}

/**
 * Outcome for a link of a file: a link is made, an advert goes from another key to this one, a link that ended is
 * noted, or it is so already. A key with another link by now keeps it (for one that ended); `error` is the Fault that
 * keeps a link from being made.
 */
export interface RestoredLink {
  readonly line: number
  readonly does: 'link' | 'move' | 'end' | 'same' | 'left' | 'error'
  /** Key that had the advert, for a move. */
  readonly from: string | null
  readonly error: Fault | null
}

/** Ends a transaction of which nothing is kept. */
class TakenBack extends Error {}

/** Takes links from a file, all of them or none. */
export class LinkRestore {
  readonly #db: DatabaseSync
  readonly #links: StockLinks
  readonly #answers: LinkAnswers
  readonly #sources: StockSources

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#links = new StockLinks(db)
    this.#answers = new LinkAnswers(db)
    this.#sources = new StockSources(db)
  }

  /**
   * Makes links in one transaction, with their steps.
   * @param keeps false: only says what would be done
   * @returns what is done about each; if one has an error, nothing is
   */
  restore(accountId: string, links: readonly FileLink[], keeps: boolean, at: string): RestoredLink[] {
    let restored: RestoredLink[] = []
    try {
      inTransaction(this.#db, () => {
        restored = links.map((link) => this.#restoreOne(accountId, link, at))
        if (!keeps || restored.some(({ does }) => does === 'error')) throw new TakenBack()
      })
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error
    }
    return restored
  }

  #restoreOne(accountId: string, link: FileLink, at: string): RestoredLink {
    const base = { line: link.line, from: null, error: null }
    if (link.state === 'ended') return { ...base, does: this.#restoreEnded(accountId, link, at) }
    const owner = this.#links.keyOf(accountId, link.autoId)
    try {
      if (owner !== null && owner !== link.key) {
        const { key, fold } = link
        this.#answers.move(accountId, owner, { key, fold, source: this.#sourceOf(accountId, link) }, at)
        this.#complete(accountId, link, at)
        return { ...base, does: 'move', from: owner }
      }
      const source = this.#sourceOf(accountId, link)
      const origin = link.origin === 'created' ? 'hand' : link.origin
      if (owner === null) this.#answers.set(accountId, { ...link, origin, source }, at)
      const changed = this.#complete(accountId, link, at)
      return { ...base, does: owner === null || changed ? 'link' : 'same' }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { ...base, does: 'error', error }
    }
  }

  /**
   * Completes a link: pins are added, and who put its advert out of stock.
   * @returns whether that changes something
   */
  #complete(accountId: string, { key, pinned, out }: FileLink, at: string): boolean {
    const known = pinned.length === 0 ? {} : (this.#links.fields(accountId).get(key) ?? {})
    const lacking = pinned.filter((field) => !known[field]?.pinned)
    for (const field of lacking) this.#answers.pin(accountId, key, field, true, at)
    const { changes } = this.#db
      .prepare(
        'UPDATE links SET out = ?1 WHERE account_id = ?2 AND key = ?3 AND ?1 IS NOT NULL AND out IS NULL',
      )
      .run(out, accountId, key)
    return lacking.length > 0 || changes > 0
  }

  #restoreEnded(accountId: string, link: FileLink, at: string): RestoredLink['does'] {
    const { key, fold, autoId, endedBy, vehicle, origin } = link
    const known = this.#links.find(accountId, key)
    if (known) return known.state === 'ended' && known.autoId === autoId ? 'same' : 'left'
    const source = this.#sourceOf(accountId, link)
    this.#db
      .prepare(
        `INSERT INTO links (account_id, key, fold, auto_id, state, ended_by, marka, model, base, equip, source, origin, at)
         VALUES (?, ?, ?, ?, 'ended', ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(accountId, key, fold, autoId, endedBy ?? 'person', ...vehicle, source, origin, at)
    this.#db
      .prepare(
        `INSERT INTO link_steps (account_id, key, step, auto_id, detail, at) VALUES (?, ?, 'ended', ?, ?, ?)`,
      )
      .run(accountId, key, autoId, endedBy ?? 'person', at)
    return 'end'
  }

  #sourceOf(accountId: string, { source }: FileLink): number | null {
    return source === null ? null : (this.#sources.find(accountId, source)?.id ?? null)
  }
}
