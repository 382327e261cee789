import { m } from '#shared/i18n/generated/messages.js'

/**
 * Names under which the service is known to list its statuses (docs/service/orders.md, "The statuses"), in lower case,
 * with their meaning for one order. By the name and not by the number: a service that calls a number otherwise means
 * something else.
 */
const words: Readonly<Record<string, () => string>> = {
  'новые и невыполненные': m.orders_status_new_or_open,
  новые: m.word_new_one,
  нові: m.word_new_one,
  выполненные: m.orders_status_completed,
  виконані: m.orders_status_completed,
  невыполненные: m.orders_status_not_completed,
  невиконані: m.orders_status_not_completed,
  удаленные: m.orders_status_deleted,
  видалені: m.orders_status_deleted,
  все: m.word_all,
  усі: m.word_all,
  'зворотний дзвінок': m.orders_status_callback,
}

/** A status in the app's language; a name that is not known is shown as it came. */
export function statusWords(name: string): string {
  const known = name.trim().toLowerCase()
  return Object.hasOwn(words, known) ? (words[known]?.() ?? name) : name
}

/** The same with the service's own name behind it, by which a person chooses it. */
export function statusWithName(name: string): string {
  const shown = statusWords(name)
  return shown === name ? name : `${shown} (${name})`
}
