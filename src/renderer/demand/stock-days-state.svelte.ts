import { FollowedAnswer } from '../ui/followed-answer.svelte.ts'
import { perWindow } from '../ui/per-window.svelte.ts'

/** Days that Today shows. */
const shownDays = 30

/**
 * The window's days of all adverts together, as saved: null before they are known, and if those of no advert are. Those that were
 * shown last are there when the page is opened again.
 */
export const stockDaysOf = perWindow(
  ({ client, on }) =>
    new FollowedAnswer({
      read: (signal) => client('demand:stock-days', { days: shownDays }, { signal }),
      listen: (again) =>
        on('inventory:changed', ({ changed }) => {
          if (!changed || changed.columns.includes('views')) again()
        }),
    }),
)
