import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertState } from './advert.ts'

const names: Readonly<Record<AdvertState, () => string>> = {
  live: m.inventory_state_live,
  moderation: m.word_in_moderation,
  sold: m.inventory_state_sold,
  archive: m.inventory_state_archive,
  expired: m.inventory_state_expired,
  gone: m.inventory_state_gone,
}

/** The name of a state, in the language of the app. */
export const stateWords = (state: AdvertState): string => names[state]()
