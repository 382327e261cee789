import Building from '~icons/lucide/building'
import CarFront from '~icons/lucide/car-front'
import ChartCandlestick from '~icons/lucide/chart-candlestick'
import FileDown from '~icons/lucide/import'
import Phone from '~icons/lucide/phone'
import RotateCcwClock from '~icons/lucide/rotate-ccw-clock'
import Settings from '~icons/lucide/settings'
import Sunrise from '~icons/lucide/sunrise'
import ShoppingBag from '~icons/lucide/shopping-bag'
import type { Component } from 'svelte'
import { m } from '#shared/i18n/generated/messages.js'
import type { PageName } from '../ui/router.svelte.ts'

export interface RailEntry {
  readonly page: PageName
  readonly icon: Component
  readonly label: () => string
}

/** The rail, from what is looked at all day to what is set once; real estate, which many have no use for, comes last. */
const railEntries: readonly RailEntry[] = [
  { page: 'today', icon: Sunrise, label: m.word_today },
  { page: 'inventory', icon: CarFront, label: m.app_page_inventory },
  { page: 'imports', icon: FileDown, label: m.app_page_import },
  { page: 'orders', icon: ShoppingBag, label: m.word_orders },
  { page: 'calls', icon: Phone, label: m.word_calls },
  { page: 'market', icon: ChartCandlestick, label: m.app_page_market },
  { page: 'activity', icon: RotateCcwClock, label: m.word_activity },
  { page: 'settings', icon: Settings, label: m.word_settings },
  { page: 'realty', icon: Building, label: m.word_real_estate },
]

/**
 * Entries that the rail and the palette lead to.
 * @param realty whether real estate is among them
 */
export const shownEntries = (realty: boolean): readonly RailEntry[] =>
  realty ? railEntries : railEntries.filter(({ page }) => page !== 'realty')
