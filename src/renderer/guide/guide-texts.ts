import { m } from '#shared/i18n/generated/messages.js'
import type { ChapterName } from './guide-titles.ts'

/**
 * The guide inside of the app: short, in both languages, offline; the pages for dealers are docs/dealer. Paragraphs by chapter;
 * buttons and pages are named by their own messages.
 */
export const guideTexts: Readonly<Record<ChapterName, readonly (() => string)[]>> = {
  connect: [
    () => m.guide_text_connect_1({ settings: m.word_settings(), add: m.accounts_page_add() }),
    () => m.guide_text_connect_2({ save: m.accounts_page_save_test() }),
    m.guide_text_connect_3,
    m.guide_text_connect_4,
  ],
  read: [
    m.guide_text_read_1,
    m.guide_text_read_2,
    m.guide_text_read_3,
    () => m.guide_text_read_4({ settings: m.word_settings() }),
  ],
  edit: [
    () => m.guide_text_edit_1({ price: `${m.word_price()}…`, text: `${m.word_text()}…` }),
    m.guide_text_edit_2,
    () => m.guide_text_edit_3({ review: m.staged_review_count({ count: 3 }) }),
    m.guide_text_edit_4,
  ],
  file: [m.guide_text_file_1, m.guide_text_file_2, m.guide_text_file_3, m.guide_text_file_4],
  stock: [
    () => m.guide_text_stock_1({ stock: m.stock_holds_stock() }),
    m.guide_text_stock_2,
    m.guide_text_stock_3,
    m.guide_text_stock_4,
  ],
  names: [m.guide_text_names_1, m.guide_text_names_2, m.guide_text_names_3],
  doubt: [
    () => m.guide_text_doubt_1({ unknown: m.word_not_confirmed() }),
    m.guide_text_doubt_2,
    () => m.guide_text_doubt_3({ activity: m.word_activity() }),
    m.guide_text_doubt_4,
  ],
  orders: [
    m.guide_text_orders_1,
    () => m.guide_text_orders_2({ check: m.word_check() }),
    m.guide_text_orders_3,
    m.guide_text_orders_4,
  ],
  market: [
    () => m.guide_text_market_1({ market: m.app_page_market() }),
    () => m.guide_text_market_2({ position: m.search_position_short() }),
    m.guide_text_market_3,
  ],
  keys: [m.guide_text_keys],
}
