import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertRow } from '#shared/inventory/advert.ts'

/** Stands in the grid for an advert whose record is not there, with the reason if there is one. */
export const unreadRow = (id: number, words: string): AdvertRow => ({
  id,
  title: words || m.search_not_read(),
  makeId: null,
  make: '',
  modelId: null,
  model: '',
  version: '',
  year: null,
  mileage: null,
  usd: null,
  eur: null,
  uah: null,
  mainCurrency: '',
  city: '',
  state: 'live',
  addedAt: '',
  updatedAt: '',
  expiresAt: '',
  photo: '',
  readAt: '',
  pending: false,
})
