import type { AdvertEdit } from '#shared/batch/advert-edit.ts'
import type { SentBefore, SentSince } from '../../writes/sent-before.ts'
import type { Values } from '../../writes/values.ts'
import {
  writesQueries,
  type CreatedVehicle,
  type ElsewhereWrite,
  type NewerWrite,
  type OwnWrite,
} from './writes-view.ts'
import { Table } from '../../storage/table.ts'

/** A moment by this computer's clock, and by the service's if that is known. ISO 8601. */
export interface Since {
  readonly from: string
  readonly serviceFrom: string | null
}

/**
 * Values that were written to adverts, by this desk and the others of its team. It is the only record of the fields that /auto/info doesn't
 * show. Source: docs/service/practice.md, "write reach".
 */
export class Writes extends Table {
  /** The last value of each field that was written. */
  values(accountId: string, autoId: number): Values {
    return folded(writesQueries.done.all(this.db, { accountId, autoId }))
  }

  /** The same for many adverts in one statement, without those that nothing was written to. */
  valuesOfMany(accountId: string, autoIds: readonly number[]): ReadonlyMap<number, Values> {
    const sent = this.sentSince(accountId, autoIds, '')
    return new Map([...sent].map(([autoId, written]) => [autoId, written.values]))
  }

  /** The same of what was sent since a moment (ISO 8601), with who sent last. */
  sentSince(accountId: string, autoIds: readonly number[], since: string): ReadonlyMap<number, SentSince> {
    const sent = new Map<number, SentSince>()
    for (const row of writesQueries.since.all(this.db, {
      accountId,
      autoIds: JSON.stringify(autoIds),
      since,
    })) {
      const { autoId, payload, at, who } = row
      sent.set(autoId, { values: { ...sent.get(autoId)?.values, ...payload }, at, who })
    }
    return sent
  }

  /** The last value of each field that was written before the row `row` was sent. */
  valuesBefore(accountId: string, autoId: number, row: number): Values {
    return folded(writesQueries.before.all(this.db, { accountId, autoId, row }))
  }

  /**
   * Values written by rows planned before `row`, since then, in doubt or not, the oldest first: for a while a read may
   * show them, or the values before them. What was planned later, or another desk wrote, is none of them: when `row`
   * was planned, the person hadn't seen it. Source: docs/service/practice.md, "freshness".
   */
  fresh(accountId: string, autoId: number, since: Since, row: number): OwnWrite[] {
    return writesQueries.fresh.all(this.db, { accountId, autoId, ...since, row })
  }

  /** True if another row was sent to the advert after this one: an older write must not win over it. */
  wroteAfter(accountId: string, autoId: number, row: number): boolean {
    return writesQueries.isAfter.first(this.db, { accountId, autoId, row }) !== undefined
  }

  /**
   * Last write to the advert that was planned after this row, or learned of since, and that was or may have been sent.
   * Null if there is none since a person last said that the row wins.
   */
  newer(accountId: string, autoId: number, row: number): NewerWrite | null {
    return writesQueries.newer.first(this.db, { accountId, autoId, row }) ?? null
  }

  /**
   * Values that other desks wrote to the advert since then, the last first, no matter when this row was planned. A file
   * and the saved stock may show the values before them.
   */
  elsewhereSince(accountId: string, autoId: number, from: string, row: number): ElsewhereWrite[] {
    return writesQueries.elsewhere.all(this.db, { accountId, autoId, from, row })
  }

  /** Time when other desks of the team last wrote adverts, by their ids, ISO 8601. */
  lastElsewhere(accountId: string): ReadonlyMap<number, string> {
    return new Map(
      writesQueries.elsewhereLast.all(this.db, { accountId }).map(({ autoId, at }) => [autoId, at]),
    )
  }

  /** The edits of an advert that are done, the newest first. */
  edits(accountId: string, autoId: number): AdvertEdit[] {
    return writesQueries.edits.all(this.db, { accountId, autoId }).flatMap(({ at, payload, before }) => {
      if (at === null) return []
      const isKnown = Object.keys(before).length > 0
      const fields = Object.keys(payload).filter(
        (field) => field !== 'auto_id' && payload[field] !== before[field],
      )
      return [{ at, fields: isKnown ? fields : [] }]
    })
  }

  /** The row whose create made the advert; null if no row of ours did. Nothing of its sendings is looked up. */
  createdBy(accountId: string, autoId: number): number | null {
    return writesQueries.createdBy.first(this.db, { accountId, autoId })?.row ?? null
  }

  /** True if a create of another desk made the advert. */
  isCreatedElsewhere(accountId: string, autoId: number): boolean {
    return writesQueries.isCreated.first(this.db, { accountId, autoId }) !== undefined
  }

  /** Those of the adverts that rows of ours created. */
  createdAmong(accountId: string, autoIds: readonly number[]): ReadonlySet<number> {
    return new Set(
      writesQueries.createdAmong.one(this.db, { accountId, autoIds: JSON.stringify(autoIds) }).ids,
    )
  }

  /** Adverts that were created and not deleted since. Reads all creates: for a sync without any list. */
  createdIds(accountId: string): number[] {
    const { ids } = writesQueries.allCreated.one(this.db, { accountId })
    const deleted = new Set(
      writesQueries.deleted.one(this.db, { accountId, autoIds: JSON.stringify(ids) }).ids,
    )
    return ids.filter((id) => !deleted.has(id))
  }

  /** The different vehicles of the account's creates that were done, each once. */
  createdVehicles(accountId: string): CreatedVehicle[] {
    return writesQueries.vehicles.all(this.db, { accountId })
  }

  /** Adverts among these that rows are about, of whatever account. */
  known(autoIds: readonly number[]): ReadonlySet<number> {
    return new Set(writesQueries.known.one(this.db, { autoIds: JSON.stringify(autoIds) }).ids)
  }

  /** True if a row of the account other than `butRow` is about the advert, in whatever state. */
  names(accountId: string, autoId: number, butRow: number): boolean {
    return writesQueries.names.first(this.db, { accountId, autoId, butRow }) !== undefined
  }

  /**
   * Fingerprints among these that were sent to the account, or wait in an open batch, with the newest such batch or the
   * newest open one; `butBatch` doesn't count.
   */
  sentBefore(
    accountId: string,
    fingerprints: readonly string[],
    butBatch = -1,
  ): ReadonlyMap<string, SentBefore> {
    const asked = { accountId, fingerprints: JSON.stringify(fingerprints), butBatch }
    return new Map(
      writesQueries.sentBefore.all(this.db, asked).map(({ fingerprint, ...sent }) => [fingerprint, sent]),
    )
  }

  /**
   * Number of the row among equal creates: one more than those sent or planned before it here. Those of another desk
   * count too if they took the place of an earlier row of the file, or were known at the planning. Two desks that both
   * send again "one more" mean the same one.
   */
  copyOf(accountId: string, row: number, fingerprint: string): number {
    return 1 + writesQueries.copies.one(this.db, { accountId, row, fingerprint }).n
  }

  /** Keys of equal rows that the team's log has of a desk, and that came to be known after this row was planned. */
  equalHeardSince(accountId: string, row: number, fingerprint: string, member: number): string[] {
    return writesQueries.equalHeard
      .all(this.db, { accountId, row, fingerprint, member })
      .map(({ key }) => key)
  }

  /** Keys of equal creates of other desks that a person was asked about before the row was planned. */
  equalAnswered(accountId: string, row: number, fingerprints: readonly string[]): string[] {
    const asked = { accountId, row, fingerprints: JSON.stringify(fingerprints) }
    return writesQueries.equalAnswered.all(this.db, asked).map(({ key }) => key)
  }
}

const folded = (written: readonly { payload: Values }[]): Values =>
  Object.fromEntries(written.flatMap(({ payload }) => Object.entries(payload)))
