import { unknownCells } from '#shared/inventory/column-lists.ts'
import type { CachedAdvert } from '../../../src/main/inventory/advert-rows.ts'

/** An advert to cache; what a test doesn't say is plain. */
export const advert = (id: number, said: Partial<CachedAdvert> = {}): CachedAdvert => ({
  ...unknownCells,
  id,
  userId: 7,
  title: `Advert ${id}`,
  makeId: 9,
  make: 'BMW',
  modelId: 96,
  model: 'X5',
  year: 2024,
  usd: 20_000,
  eur: 18_000,
  uah: 830_000,
  mainCurrency: 'USD',
  city: 'Київ',
  addedAt: '2026-01-01 10:00:00',
  updatedAt: '2026-01-01 10:00:00',
  expiresAt: '2027-01-01 10:00:00',
  readAt: '2026-11-01T10:00:00.000Z',
  description: '',
  record: '{}',
  ...said,
})
