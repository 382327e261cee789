import { Features } from './assemble/features.ts'
import { Context } from './context/context.ts'
import type { AppEnvironment } from './context/app-environment.ts'
import { listSeparator } from './files/list-separator.ts'
import { RememberedColumns } from './import/remembered-columns.ts'
import { learnCreates } from './joins/batch-ports.ts'
import type { Planning } from './joins/plan-draft.ts'
import { planningAccount } from './joins/planning-account.ts'
import { unsentEditsOf } from './joins/unsent-edits.ts'
import { AdvertLinks } from './stock/advert-links.ts'
import type { StockPlanning } from './stock/plan-stock.ts'
import { Lazy } from './system/lazy.ts'

export type { Entries } from './entries.ts'

/** Everything that the window and the command line share. */
export class Forecourt extends Features {
  /** Parts that make a batch of a draft. */
  readonly planning = this.#planningOf()
  /** Parts that plan the files of the whole stock. */
  readonly stock: StockPlanning = {
    drafts: this.drafts,
    batches: this.batches,
    inventory: this.inventory,
    orders: this.orders,
    sync: this.inventorySync,
    clock: this.context.clock,
    team: this.team,
    account: this.planning.account,
    owner: () => this.context.accounts.owner(),
  }
  /** The dealer's own numbers of adverts, as the window shows and answers them. */
  readonly links = new AdvertLinks(this.context, this, this.linkChanges)
  #closed: Promise<void> | undefined
  readonly #sender = new Lazy(async () => {
    const { StagedSender } = await import('./staged/send-staged.ts')
    return new StagedSender(this.context.clock, this.staged, this.planning)
  })
  readonly #form = new Lazy(async () => {
    const { AdvertFormService } = await import('./advert-form/advert-form-service.ts')
    return new AdvertFormService(this.context, this, this.planning)
  })
  readonly #away = new Lazy(async () => {
    const { AwayDoubts } = await import('./team/away-doubts.ts')
    return new AwayDoubts(this.context, this)
  })
  readonly #membership = new Lazy(async () => {
    const { TeamMembership } = await import('./team/team-membership.ts')
    return new TeamMembership(this.context, this.team, () => this.batches.reader.isSending)
  })
  readonly #support = new Lazy(async () => {
    const { SupportService } = await import('./support/support-service.ts')
    return new SupportService(this.context, this.team)
  })

  /** Way of this desk into its team and out of it. */
  readonly membership = () => this.#membership.load()
  /** Rows in doubt of desks of the team that are away. */
  readonly awayDoubts = () => this.#away.load()
  /** Facts of the app itself. */
  readonly support = () => this.#support.load()
  /** Makes batches of edits that are not sent yet. */
  readonly stagedSender = () => this.#sender.load()
  /** The form of a new advert. */
  readonly advertForm = () => this.#form.load()
  #planningOf(): Planning {
    const { context, inventory, batches, lookups, names } = this
    const { environment, accounts } = context
    const region = environment.region ?? environment.systemLocale
    return {
      batches,
      drafts: this.drafts,
      names: lookups,
      words: context.words,
      account: async () => {
        const owner = await accounts.checkedFor()
        // What another desk sent a moment ago is asked about before anything of the file is sent.
        await this.team.pullIfReachable(owner.accountId)
        const { accountId, userId, baseUrl } = owner
        learnCreates(names, context.journal.tables.writes, accountId)
        return planningAccount(owner, {
          inventory,
          names,
          readsAfter: batches.readsAfter(),
          journal: () => context.journal.tables,
          unsent: unsentEditsOf(context.edits.db),
          isUnasked: (within) => lookups.isUnaskedBy(owner, within),
          place: () => ({
            accountId,
            userId,
            baseUrl,
            cache: context.cache.location() ?? '',
            journal: context.journal.db.location(),
            edits: context.edits.db.location(),
            now: context.clock.now(),
          }),
        })
      },
      onProgress: (progress) => context.publish('draft:progress', progress),
      freshness: {
        stale: (ids) => inventory.stale(ids),
        read: (ids, signal) => this.inventorySync.add(ids, signal),
      },
      columns: new RememberedColumns(context.staged, context.clock),
      listSeparator: () => listSeparator(region()),
      template: async (operation, format) =>
        (await import('./import/template.ts')).templateFile(operation, format, {
          region,
          knownMakes: async () => names.makes((await accounts.owner()).accountId),
        }),
    }
  }

  /** Ends everything once, also if a crash asks for it while the app quits. */
  override close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.context.waitForNoLock()
    // Nothing more is sent, however long the check of a large file takes.
    await Promise.all([this.batches.stop(), this.context.checks.end()])
    await super.close()
    await this.context.close()
  }
}

/** @throws Fault `storage` */
export const assemble = (environment: AppEnvironment): Forecourt => new Forecourt(new Context(environment))
