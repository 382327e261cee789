import { z } from 'zod'
import type { StockDay, StockDays } from '#shared/demand/stock-days.ts'
import { RowQuery } from '../storage/row-query.ts'
import { daysBefore } from './days-table.ts'
import { Table } from '../storage/table.ts'

const counted = (row: 'new' | 'old', by: 1 | -1): string => `
  INSERT INTO stock_days (account_id, day, views, phones)
    VALUES (${row}.account_id, ${row}.day, ${by} * ${row}.views, ${by} * ${row}.phones)
    ON CONFLICT (account_id, day) DO UPDATE SET views = views + excluded.views, phones = phones + excluded.phones;`

/** Spans that no advert has any more go: each reading of an advert begins a new span. */
const forgotten = `
  DELETE FROM stock_spans
    WHERE account_id = old.account_id AND from_day = old.from_day AND to_day = old.to_day AND adverts <= 0;`

/** Without views, a day is as good as absent. */
const emptied = `
  DELETE FROM stock_days WHERE account_id = old.account_id AND day = old.day AND views <= 0 AND phones <= 0;`

const known = (row: 'new' | 'old', by: 1 | -1): string => `
  INSERT INTO stock_spans (account_id, from_day, to_day, adverts)
    VALUES (${row}.account_id, ${row}.from_day, ${row}.to_day, ${by})
    ON CONFLICT (account_id, from_day, to_day) DO UPDATE SET adverts = adverts + excluded.adverts;`

/**
 * The days of all adverts of an account together, and of how many adverts each span of days is known. Both follow
 * `advert_days` and `advert_days_read` by triggers: a sum over three million days would take a second each time.
 */
export const stockDaysSchema = `
  CREATE TABLE stock_days (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    views INTEGER NOT NULL,
    phones INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE stock_spans (
    account_id TEXT NOT NULL,
    from_day TEXT NOT NULL,
    to_day TEXT NOT NULL,
    adverts INTEGER NOT NULL,
    PRIMARY KEY (account_id, from_day, to_day)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER stock_days_in AFTER INSERT ON advert_days BEGIN ${counted('new', 1)} END;
  CREATE TRIGGER stock_days_out AFTER DELETE ON advert_days BEGIN ${counted('old', -1)} ${emptied} END;
  CREATE TRIGGER stock_spans_in AFTER INSERT ON advert_days_read BEGIN ${known('new', 1)} END;
  CREATE TRIGGER stock_spans_out AFTER DELETE ON advert_days_read BEGIN ${known('old', -1)} ${forgotten} END;
  CREATE TRIGGER stock_spans_again AFTER UPDATE OF from_day, to_day ON advert_days_read
    WHEN old.from_day <> new.from_day OR old.to_day <> new.to_day BEGIN ${known('old', -1)} ${forgotten} ${known('new', 1)} END;
`

const daySchema = z.object({ date: z.string(), views: z.int(), phones: z.int() })
const spanSchema = z.object({ from: z.string(), to: z.string(), adverts: z.int() })

const daysQuery = new RowQuery(
  daySchema,
  'SELECT day AS date, views, phones FROM stock_days WHERE account_id = ? AND day >= ?',
)
const spansQuery = new RowQuery(
  spanSchema,
  `SELECT from_day AS "from", to_day AS "to", adverts FROM stock_spans
       WHERE account_id = ? AND to_day >= ?`,
)

/** The days of all adverts of an account together, in cache.db. */
export class StockDaysTable extends Table {
  /**
   * Every day from the first known one of any advert up to today, also those that were not read yet; null if none is
   * known. Adverts that left the stock keep their days.
   */
  between(accountId: string, since: string, today: string): StockDays | null {
    const spans = spansQuery.all(this.db, accountId, since)
    if (spans.length === 0) return null
    const counts = new Map(daysQuery.all(this.db, accountId, since).map((day) => [day.date, day]))
    const first = spans.reduce((day, { from }) => (from < day ? from : day), spans[0]?.from ?? '')
    const days: StockDay[] = []
    for (let date = first > since ? first : since; date <= today; date = daysBefore(date, -1)) {
      const adverts = spans.reduce(
        (sum, { from, to, adverts: n }) => (from <= date && date <= to ? sum + n : sum),
        0,
      )
      const { views = 0, phones = 0 } = counts.get(date) ?? {}
      days.push({ date, views, phones, adverts })
    }
    if (days.length === 0) return null
    return { days, adverts: Math.max(...days.map(({ adverts }) => adverts)) }
  }
}
