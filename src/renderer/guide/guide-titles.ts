import { m } from '#shared/i18n/generated/messages.js'

/** The chapters of the guide, apart from their texts, which the window's first script has no room for. */
export const guideTitles = {
  connect: m.word_connect_your_account,
  read: m.word_read_your_adverts,
  edit: m.guide_title_edit,
  file: m.word_import_a_file,
  stock: m.guide_title_stock,
  names: m.guide_title_names,
  doubt: m.guide_title_doubt,
  orders: m.word_orders,
  market: m.guide_title_market,
  keys: m.guide_title_keys,
} as const satisfies Readonly<Record<string, () => string>>
export type ChapterName = keyof typeof guideTitles

export const chapterNames = Object.keys(guideTitles) as ChapterName[]
