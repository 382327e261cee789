import { m } from '#shared/i18n/generated/messages.js'
import type { AppState } from '#shared/settings/app-calls.ts'
import { formatNumber } from '../ui/format.ts'

type Place = AppState['unreadable'][number]

/** Names of a table's records, for a person; others are named by their file and table. */
const tableWords: Readonly<Record<string, () => string>> = {
  'cache.db, adverts': m.app_unreadable_adverts,
  'cache.db, advert_records': m.app_unreadable_adverts,
  'cache.db, orders': m.app_unreadable_orders,
  'cache.db, order_buyers': m.app_unreadable_buyers,
  'cache.db, lookup_answers': m.app_unreadable_lists,
  'edits.db, edits': m.app_unreadable_edits,
  'edits.db, changes': m.app_unreadable_steps,
  'forms.db, forms': m.app_unreadable_form,
  'staged.db, saved': m.app_unreadable_saved,
  'journal.db, batches': m.app_unreadable_batches,
  'journal.db, rows': m.app_unreadable_rows,
}

/** The notice of saved records that can't be read, under a key that is another one when more are found; null if there are none. */
export function unreadableNotice(
  places: readonly Place[],
): { readonly key: string; readonly title: string; readonly text: string } | null {
  if (places.length === 0) return null
  const count = places.reduce((sum, place) => sum + place.count, 0)
  const named = new Map<string, number>()
  for (const { place, count: found } of places) {
    const name = tableWords[place]?.() ?? place
    named.set(name, (named.get(name) ?? 0) + found)
  }
  const what = [...named].map(([name, found]) => `${name} (${formatNumber(found)})`).join(', ')
  const isIn = (file: string): boolean => places.some(({ place }) => place.startsWith(`${file},`))
  const steps = [
    m.app_unreadable_what({ what }),
    ...(isIn('cache.db') ? [m.app_unreadable_refresh()] : []),
    ...(isIn('journal.db') ? [m.app_unreadable_imports()] : []),
    ...(isIn('edits.db') || isIn('forms.db') || isIn('staged.db') ? [m.app_unreadable_own()] : []),
  ]
  return { key: `unreadable-${count}`, title: m.app_unreadable_title({ count }), text: steps.join(' ') }
}
