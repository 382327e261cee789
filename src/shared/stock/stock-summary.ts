import { m } from '../i18n/generated/messages.js'
import type { MissingRule } from './stock-actions.ts'
import type { StockCheck } from './stock-check.ts'

/**
 * Effects of a file on the stock, in one line, for window and command line: `Stock of salon A: 3 new, 12 changed, 300
 * unchanged, 2 missing (kept), 1 waits.`
 */
export function stockSummary({
  source,
  counts,
  missing,
  withdrawn,
  filter,
  filtered,
}: Pick<StockCheck, 'source' | 'counts' | 'missing' | 'withdrawn' | 'filter' | 'filtered'>): string {
  const parts = [
    counts.create > 0 && m.stock_sum_new({ count: counts.create }),
    counts.edit > 0 && m.stock_sum_changed({ count: counts.edit }),
    counts.unchanged > 0 && m.word_unchanged_count({ count: counts.unchanged }),
    ...missingParts(counts.missing, withdrawn, missing),
    counts.kept > 0 && m.stock_sum_kept({ count: counts.kept }),
    counts.waiting > 0 && m.stock_sum_waiting({ count: counts.waiting }),
    counts.asked > 0 && m.stock_sum_asked({ count: counts.asked }),
    counts.error > 0 && m.stock_sum_errors({ count: counts.error }),
    filter !== null &&
      m.stock_sum_filtered({ count: filtered, column: filter.column, values: filter.values.join('|') }),
  ].filter((part) => part !== false)
  return m.stock_sum({ source, parts: parts.length === 0 ? m.stock_sum_nothing() : parts.join(', ') })
}

/** Fate of missing cars by the rule, and how many stay all the same: only what is sent is said to be done. */
function missingParts(count: number, withdrawn: number, rule: MissingRule): (string | false)[] {
  if (rule === 'keep') return [count > 0 && m.stock_missing_keep({ count })]
  const said = rule === 'delete' ? m.stock_missing_delete : m.stock_missing_out
  const staying = count - withdrawn
  return [
    withdrawn > 0 && said({ count: withdrawn }),
    staying > 0 && m.stock_missing_staying({ count: staying }),
  ]
}
