import type { Halt, RowError, RowTransition } from '../journal/outcome.ts'
import type { Journal } from '../journal/journal.ts'
import type { SendableRow } from '../journal/journal-row.ts'
import { type CurrencyId, currencies, currencyIds, priceIn } from '#shared/batch/currency.ts'
import type { LiveAdvert } from '../journal/live-advert.ts'
import type { KnownAdvert } from './service-adverts.ts'
import type { OwnWrite } from '../journal/writes-view.ts'
import { isOfPrice, visibleFields } from '#shared/batch/field-lists.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { keepsPrice } from '../../writes/edit-price.ts'
import { isPriceJump } from '../../writes/price-jump.ts'
import { isSameValue, shownIn } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'

/** The result of sending one row. A halt says that the rows after it should not be sent for now. */
export interface Sent {
  /** Null if the row stays planned. */
  readonly transition: RowTransition | null
  /** True if a write was sent; a row that is stopped before its write says nothing about the service. */
  readonly sent: boolean
  readonly halt: Halt | null
  /** The halt may be about this row alone: how the row ends if the service answers others meanwhile. */
  readonly alone?: RowTransition
  /** Another desk has a row for the same advert under way: how this one ends if it still has when it is asked for again. */
  readonly underWay?: RowTransition
}

/** Nothing was sent, and the row stays planned. */
export const notSent: Sent = { transition: null, sent: false, halt: null }

/** The journal could not be written: nothing may be sent until it can. */
export class JournalRefused extends Error {
  /** Commits the result that is known already; null if nothing was sent. */
  readonly finishLater: (() => void) | null

  constructor(cause: unknown, finishLater: (() => void) | null) {
    super('journal refused', { cause })
    this.finishLater = finishLater
  }
}

/** Runs work that writes to the journal. @param later commits the same once the journal can be written @throws JournalRefused */
export function journalled<Result>(work: () => Result, later: (() => void) | null): Result {
  try {
    return work()
  } catch (error) {
    throw new JournalRefused(error, later)
  }
}

/** Ends a row that was not sent. @throws JournalRefused */
export function stopped(journal: Journal, row: SendableRow, transition: RowTransition): Sent {
  journalled(() => journal.tables.rows.move(row.id, 'planned', transition, journal.now()), null)
  return { ...notSent, transition }
}

/** Write of another desk for the advert of a row: `detail` says who, and when. */
interface Elsewhere {
  readonly detail: string
  /** It isn't known yet whether anything became of it. */
  readonly isOpen: boolean
}

/**
 * A create that another desk sent is left out here; over an edit of another desk a person decides. What is under way there, or in
 * doubt, ends no row yet: it may become nothing.
 * @throws JournalRefused
 */
export function sentElsewhere(journal: Journal, row: SendableRow, { detail, isOpen }: Elsewhere): Sent {
  const creates = row.write.operation === 'create'
  if (isOpen)
    return {
      ...notSent,
      underWay: stopRow(creates ? 'failed' : 'conflict', row, 'under-way-elsewhere', detail),
    }
  return stopped(journal, row, stopRow(creates ? 'skipped' : 'conflict', row, 'sent-elsewhere', detail))
}

/** Values that a live advert is compared with before an edit or delete is sent. */
export interface Expected {
  readonly userId: number
  readonly cached: KnownAdvert | null
  /** Values that this app wrote a short while ago, the oldest first: a read may show it, or the values before it. */
  readonly fresh: readonly OwnWrite[]
}

/** Stops a row before anything is sent. */
export const stopRow = (
  state: 'failed' | 'conflict' | 'skipped',
  row: SendableRow,
  code: string,
  detail: string | null = null,
): RowTransition => {
  const error: RowError = { code, detail, status: null, answer: null }
  // A row that may have been executed once must not be called failed or left out.
  const known = state === 'conflict' || !row.doubt
  return { state: known ? state : 'in-doubt', source: null, doubt: row.doubt, error }
}

/**
 * Null if the row may be sent: the live advert is the requested one, belongs to the account, and has the make, model
 * and values that the dealer saw. Another owner, make or model fails the row: the id may be of another dealer's advert.
 * Other values make it a conflict, and so does a price far from one that was not shown, unless a person chose to
 * overwrite.
 */
export function guardRow(row: SendableRow, live: LiveAdvert, expected: Expected): RowTransition | null {
  // An answer about another advert says nothing about this one.
  if (live.autoId !== row.autoId) return stopRow('failed', row, 'guard-advert', String(live.autoId))
  if (live.userId !== expected.userId) return stopRow('failed', row, 'guard-owner')
  const { cached } = expected
  if (differs(cached?.markaId, live.markaId) || differs(cached?.modelId, live.modelId))
    return stopRow('failed', row, 'guard-vehicle')
  if (row.overwrite) return null
  const jump = unseenJump(row, live)
  if (jump) return stopRow('conflict', row, 'price-jump-unseen', jump)
  const changed = changedFields(row, live, expected)
  return changed.length === 0 ? null : stopRow('conflict', row, 'changed-since', changed.join(', '))
}

/**
 * A price with an unconfirmed jump, as old → new, or null. Prices are compared in the currency of the row: the live
 * advert has its price in all three. The check asked about what it could compare. Here this is done for a price that
 * was not known, or one that changes its currency.
 */
function unseenJump(row: SendableRow, live: LiveAdvert): string | null {
  const { write, before } = row
  if (write.operation !== 'edit' || write.payload.price === undefined) return null
  const { price, currency_id: currency } = write.payload
  if (before.price !== undefined && (before.currency_id === currency || wasJudged(row))) return null
  const old = priceIn(live, currency)
  if (old === null) return otherPrice(live, price, currency)
  return old > 0 && isPriceJump(old, price) ? `${old} → ${price}` : null
}

/** The person saw the jump at the check, or looks at an undo, which shows price and currency of both. */
const wasJudged = ({ problems, errorCode }: SendableRow): boolean =>
  problems.some(({ code }) => code === 'price-jump') || errorCode?.startsWith('undo-') === true

/** Prices in two currencies that can't be compared, as old → new; null if the advert shows no price at all. */
function otherPrice(live: LiveAdvert, price: number, currency: CurrencyId): string | null {
  const shown = currencyIds.find((id) => (priceIn(live, id) ?? 0) > 0)
  return shown === undefined
    ? null
    : `${priceIn(live, shown)} ${currencies[shown]} → ${price} ${currencies[currency]}`
}

const differs = (cached: number | null | undefined, live: number | null): boolean =>
  cached !== null && cached !== undefined && live !== null && cached !== live

/** Visible fields whose live value is neither the one the dealer saw, nor the one he wants, nor our own doing. */
function changedFields(row: SendableRow, live: LiveAdvert, { fresh }: Expected): string[] {
  const shown = shownIn(live, row.before.currency_id)
  const accepted = (field: FieldName): readonly Loose[] => [
    row.before,
    row.write.payload,
    ...(isExcused(row, field, fresh) ? fresh.flatMap(({ before, payload }) => [before, payload]) : []),
  ]
  const samePrice =
    keepsLivePrice(row, live) || accepted('price').some((values) => isSamePrice(row.before, live, values))
  return visibleFields
    .filter((field) => row.before[field] !== undefined && shown[field] !== undefined)
    .filter((field) =>
      isOfPrice(field)
        ? !samePrice && !isSameValue(field, shown[field], row.before[field])
        : !accepted(field).some((values) => isSameValue(field, shown[field], values[field])),
    )
    .map((field) => `${field}: ${String(row.before[field])} → ${String(shown[field])}`)
}

/**
 * A price that the row leaves alone is sent as the live one, whatever it is; its currency has to be the one that was
 * shown.
 */
const keepsLivePrice = ({ write, before }: SendableRow, { currency }: LiveAdvert): boolean =>
  keepsPrice(write.operation, write.payload, before) && (currency === null || currency === before.currency_id)

/**
 * True if another live value may be our own doing. A value that an edit doesn't change must not overwrite what this app
 * wrote and the dealer did not see. That is excused only if he saw the last write, so that the read is older.
 */
function isExcused({ write, before }: SendableRow, field: FieldName, fresh: readonly OwnWrite[]): boolean {
  const names = isOfPrice(field) ? priceFields : [field]
  const isBefore = (values: Loose): boolean =>
    names.every((name) => values[name] === undefined || isSameValue(name, values[name], before[name]))
  if (write.operation !== 'edit' || !isBefore(write.payload)) return true
  const last = fresh.findLast(({ payload }) => payload[field] !== undefined)
  return last !== undefined && isBefore(last.payload)
}

const priceFields = visibleFields.filter(isOfPrice)

/** True if something that was written is another value than the one that the dealer saw. */
export const differsFromSeen = ({ before }: SendableRow, written: Values): boolean =>
  visibleFields.some(
    (field) =>
      before[field] !== undefined &&
      written[field] !== undefined &&
      !isSameValue(field, before[field], written[field]),
  )

type Loose = Readonly<Record<string, string | number | undefined>>

/**
 * True if the live price is that of `values`. Number and currency count as one: a number in one currency says nothing
 * about another. What the dealer didn't see (`before`) or the service doesn't show is not compared.
 */
function isSamePrice(before: Values, live: LiveAdvert, values: Loose): boolean {
  const currency = live.currency ?? currencyIds.find((id) => id === values.currency_id) ?? null
  const price = currency === null ? null : priceIn(live, currency)
  return (
    (before.currency_id === undefined || currency === null || currency === values.currency_id) &&
    (before.price === undefined || price === null || isSameValue('price', price, values.price))
  )
}
