import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import type { Journal } from '../batch/journal/journal.ts'
import type { TeamAccount, TeamPlace } from '../batch/journal/team-entries.ts'
import type { NumberedFile } from '../batch/journal/team-stock.ts'
import type { TeamStockFile, UntoldLink } from '../batch/journal/team-stock-entries.ts'
import { inTransaction } from '../storage/transactions.ts'
import { isRefused } from '../team/connection.ts'
import { demanded, type Ask } from '../team/team-desk.ts'

const linksSchema = z.object({
  head: z.int(),
  told: z.array(z.object({ key: z.string(), no: z.int() })),
  /** Keys that another desk changed, which this one has to read first. */
  moved: z.array(z.string()),
})
const filesSchema = z.object({ head: z.int(), told: z.array(z.int()) })
const takenSchema = z.object({ no: z.int(), head: z.int() })

/** Files of one question to the server. */
const pageOfFiles = 50

interface StockParts {
  readonly journal: () => Journal
  /** Takes what other desks wrote into the journal. @throws Fault `team` */
  readonly pull: (accountId: string, ask: Ask) => Promise<void>
}

/** Links of stock numbers and the order of stock files, told to the team's log. */
export class TeamStockLog {
  readonly #parts: StockParts
  #telling: Promise<unknown> = Promise.resolve()

  constructor(parts: StockParts) {
    this.#parts = parts
  }

  get #stock() {
    return this.#parts.journal().team.stock
  }

  /**
   * Tells files and links that the log does not have. A link that another desk changed meanwhile is read first, and told again if it is
   * still this desk's to tell.
   * @returns the numbers that could not be told. @throws Fault `team`
   */
  async tell(account: TeamAccount, ask: Ask): Promise<string[]> {
    await this.#tellFiles(account, ask)
    const moved = await this.#tellLinks(account, ask)
    if (moved.length === 0) return []
    await this.#parts.pull(account.accountId, ask)
    // What is told no more was given up for what the other desk said.
    const givenUp = moved.filter((key) => !this.#stock.isUntold(account.accountId, key))
    return [...givenUp, ...(await this.#tellLinks(account, ask))]
  }

  /**
   * The same, one after the other: what is told twice at once looks as if another desk had changed it. Not for what a new connection
   * begins with, for which the others wait.
   */
  async tellInTurn(account: TeamAccount, ask: Ask): Promise<string[]> {
    const told = this.#telling.then(() => this.tell(account, ask))
    this.#telling = told.catch(() => undefined)
    return told
  }

  /**
   * Gives a file its place among those of its source.
   * @returns its entry in the log
   * @throws Fault `plan-outdated` if a file came to another desk since this one was planned, `team`
   */
  async take(account: TeamPlace, file: TeamStockFile, ask: Ask): Promise<number> {
    const { url, user, cursor, accountId } = account
    const answer = await ask('take_file', { url, user, file, after: cursor }, takenSchema)
    if (isRefused(answer) && answer.refused === 'moved') {
      await this.#parts.pull(accountId, ask)
      throw new Fault('plan-outdated')
    }
    const { no, head } = demanded(answer)
    this.#parts.journal().team.noteHead(accountId, head)
    return no
  }

  /** What this desk knows of the log, for a server that lost a part of it. @throws Fault `team` */
  async bring({ accountId, url, user, head }: TeamPlace, ask: Ask): Promise<void> {
    const files = this.#stock.toldFiles(accountId)
    for (let from = 0; from < files.length; from += pageOfFiles) {
      const page = files.slice(from, from + pageOfFiles).map(({ seq: _, ...file }) => file)
      demanded(await ask('bring_stock', { url, user, head, links: [], files: page }, z.object({})))
    }
    for (let after = ''; ;) {
      const links = this.#stock.told(accountId, after)
      if (links.length === 0) return
      demanded(
        await ask('bring_stock', { url, user, head, links: links.map(toldAs), files: [] }, z.object({})),
      )
      after = links.at(-1)?.key ?? after
    }
  }

  async #tellFiles({ accountId, url, user }: TeamAccount, ask: Ask): Promise<void> {
    const files = this.#stock.untoldFiles(accountId)
    for (let from = 0; from < files.length; from += pageOfFiles) {
      const page = files.slice(from, from + pageOfFiles)
      const question = { url, user, files: page.map(fileAs) }
      const { told, head } = demanded(await ask('put_files', question, filesSchema))
      this.#noted(accountId, head, () => {
        for (const [at, { seq }] of page.entries()) this.#stock.noteFile(accountId, seq, told[at] ?? 0)
      })
    }
  }

  /** @returns the numbers that another desk changed */
  async #tellLinks({ accountId, url, user }: TeamAccount, ask: Ask): Promise<string[]> {
    const moved = new Set<string>()
    for (;;) {
      const links = this.#stock.untold(accountId, [...moved])
      if (links.length === 0) return [...moved]
      const answer = demanded(await ask('put_links', { url, user, links: links.map(toldAs) }, linksSchema))
      const nos = new Map(answer.told.map(({ key, no }) => [key, no]))
      this.#noted(accountId, answer.head, () => {
        for (const link of links) {
          const no = nos.get(link.key)
          if (no === undefined) moved.add(link.key)
          else this.#stock.noteTold(accountId, link, no)
        }
      })
    }
  }

  #noted(accountId: string, head: number, work: () => void): void {
    const { team, db } = this.#parts.journal()
    inTransaction(db, () => {
      team.noteHead(accountId, head)
      work()
    })
  }
}

const toldAs = ({ changes: _, ...link }: UntoldLink) => link
const fileAs = ({ seq: _seq, no: _no, ...file }: NumberedFile): TeamStockFile => file
