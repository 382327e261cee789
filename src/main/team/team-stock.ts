import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import type { Journal } from '../batch/journal/journal.ts'
import type { TeamAccount, TeamPlace, TeamStockFile, UnreportedLink } from '../batch/journal/team-entries.ts'
import type { NumberedFile } from '../batch/journal/team-stock.ts'
import { inTransaction } from '../storage/transactions.ts'
import { isRefused } from './connection.ts'
import { demanded, type Ask } from './team-desk.ts'

const putSchema = z.object({
  head: z.int(),
  told: z.array(z.object({ key: z.string(), no: z.int() })),
  /** Keys that another desk changed, which this one has to read first. */
  moved: z.array(z.string()),
})

/** Entry for the log: the entry that it follows, and the advert of a link that lives. */
interface Entry {
  readonly kind: string
  readonly key: string
  readonly seen: number
  readonly advert: number | null
  readonly body: object
}

/** Files of one question to the server. */
const pageOfFiles = 50

/** Links of stock numbers and the order of stock files, reported to the team's log. */
export class TeamStockLog {
  readonly #journal: Journal
  readonly #pull: (accountId: string, ask: Ask) => Promise<void>
  #reporting: Promise<unknown> = Promise.resolve()

  /** @param pull takes what other desks wrote into the journal */
  constructor(journal: Journal, pull: (accountId: string, ask: Ask) => Promise<void>) {
    this.#journal = journal
    this.#pull = pull
  }

  get #stock() {
    return this.#journal.tables.team.stock
  }

  /**
   * Reports files and links that the log does not have. A link that another desk changed meanwhile is read first, and
   * reported again if it is still this desk's to report.
   * @returns the numbers that could not be reported. @throws Fault `team`
   */
  async report(account: TeamAccount, ask: Ask): Promise<string[]> {
    await this.#reportFiles(account, ask)
    const moved = await this.#reportLinks(account, ask)
    if (moved.length === 0) return []
    await this.#pull(account.accountId, ask)
    // A number that is no longer reported was given up for the other desk's word.
    const givenUp = moved.filter((key) => !this.#stock.isUnreported(account.accountId, key))
    return [...givenUp, ...(await this.#reportLinks(account, ask))]
  }

  /**
   * The same, one after the other: two simultaneous reports look as if another desk had changed it. Not for what a new
   * connection begins with, for which the others wait.
   */
  async reportInTurn(account: TeamAccount, ask: Ask): Promise<string[]> {
    const told = this.#reporting.then(() => this.report(account, ask))
    this.#reporting = told.catch(() => undefined)
    return told
  }

  /**
   * Gives a file its place among those of its source.
   * @returns its entry in the log
   * @throws Fault `plan-outdated` if a file came to another desk since this one was planned, `team`
   */
  async take({ url, user, cursor, accountId }: TeamPlace, file: TeamStockFile, ask: Ask): Promise<number> {
    const question = { url, user, entries: [entryOfFile({ ...file, no: 0, seq: 0 })], after: cursor }
    const answer = await ask('put', question, putSchema)
    if (isRefused(answer) && answer.refused === 'moved') {
      await this.#pull(accountId, ask)
      throw new Fault('plan-outdated')
    }
    const { told, head } = demanded(answer)
    this.#journal.tables.team.noteHead(accountId, head)
    return told[0]?.no ?? 0
  }

  /** Entries by compare-and-set. @returns their numbers by their keys; what is missing another desk changed. @throws Fault `team` */
  async put({ accountId, url, user }: TeamAccount, entries: readonly Entry[], ask: Ask, note?: Noted) {
    const { told, head } = demanded(await ask('put', { url, user, entries }, putSchema))
    const { team, db } = this.#journal.tables
    inTransaction(db, () => {
      team.noteHead(accountId, head)
      note?.(new Map(told.map(({ key, no }) => [key, no])))
    })
  }

  /**
   * Brings this desk's knowledge of the log, for a server that lost a part of it.
   * @throws Fault `team`
   */
  async bring({ accountId, url, user, head }: TeamPlace, ask: Ask): Promise<void> {
    const say = async (entries: readonly Entry[]): Promise<unknown> =>
      demanded(await ask('bring_entries', { url, user, head, entries }, z.object({})))
    const files = this.#stock.reportedFiles(accountId).map(entryOfFile)
    for (let from = 0; from < files.length; from += pageOfFiles)
      await say(files.slice(from, from + pageOfFiles))
    for (let after = ''; ;) {
      const links = this.#stock.reported(accountId, after)
      if (links.length === 0) return
      await say(links.map(entryOfLink))
      after = links.at(-1)?.key ?? after
    }
  }

  async #reportFiles(account: TeamAccount, ask: Ask): Promise<void> {
    const files = this.#stock.unreportedFiles(account.accountId)
    for (let from = 0; from < files.length; from += pageOfFiles) {
      const page = files.slice(from, from + pageOfFiles)
      await this.put(account, page.map(entryOfFile), ask, (nos) => {
        for (const file of page)
          this.#stock.noteFile(account.accountId, file.seq, nos.get(entryOfFile(file).key) ?? 0)
      })
    }
  }

  /** @returns the numbers that another desk changed */
  async #reportLinks(account: TeamAccount, ask: Ask): Promise<string[]> {
    const moved = new Set<string>()
    for (;;) {
      const links = this.#stock.unreported(account.accountId, [...moved])
      if (links.length === 0) return [...moved]
      await this.put(account, links.map(entryOfLink), ask, (nos) => {
        for (const link of links) {
          const no = nos.get(link.key)
          if (no === undefined) moved.add(link.key)
          else this.#stock.noteReported(account.accountId, link, no)
        }
      })
    }
  }
}

type Noted = (nos: ReadonlyMap<string, number>) => void

const entryOfLink = ({ key, no: seen, autoId, live, body }: UnreportedLink): Entry => ({
  kind: 'link',
  key,
  seen,
  advert: live ? autoId : null,
  body: { ...body, autoId },
})

function entryOfFile({ no: seen, seq: _seq, ...file }: NumberedFile): Entry {
  const { source, sha256, takenAt } = file
  return { kind: 'file', key: [source, sha256, takenAt].join('/'), seen, advert: null, body: file }
}
