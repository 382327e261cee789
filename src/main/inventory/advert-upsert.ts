import type { CachedAdvert } from './advert-rows.ts'
import { sortKey } from './sort-key.ts'

/** Columns of `adverts`; the `_key` ones hold the sort keys. */
const columns = [
  'account_id',
  'id',
  'user_id',
  'title',
  'title_key',
  'make_id',
  'make',
  'make_key',
  'model_id',
  'model',
  'model_key',
  'version',
  'version_key',
  'year',
  'mileage',
  'usd',
  'eur',
  'uah',
  'main_currency',
  'city',
  'city_key',
  'state',
  'added_at',
  'updated_at',
  'expires_at',
  'photo',
  'read_at',
  'pending',
] as const

/** Writes one advert, new or known, from its cells; answers its rowid. */
export const upsertSql = `INSERT INTO adverts (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
  ON CONFLICT (account_id, id) DO UPDATE SET ${columns
    .slice(2)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}
  RETURNING rowid`

type UpsertValues = Readonly<Record<(typeof columns)[number], string | number | null>>

export const upsertValues = (accountId: string, advert: CachedAdvert): UpsertValues => ({
  account_id: accountId,
  id: advert.id,
  user_id: advert.userId,
  title: advert.title,
  title_key: sortKey(advert.title),
  make_id: advert.makeId,
  make: advert.make,
  make_key: sortKey(advert.make),
  model_id: advert.modelId,
  model: advert.model,
  model_key: sortKey(advert.model),
  version: advert.version,
  version_key: sortKey(advert.version),
  year: advert.year,
  mileage: advert.mileage,
  usd: advert.usd,
  eur: advert.eur,
  uah: advert.uah,
  main_currency: advert.mainCurrency,
  city: advert.city,
  city_key: sortKey(advert.city),
  state: advert.state,
  added_at: advert.addedAt,
  updated_at: advert.updatedAt,
  expires_at: advert.expiresAt,
  photo: advert.photo,
  read_at: advert.readAt,
  pending: advert.pending ? 1 : 0,
})

/** The values in the order of the statement: SQLite looks names of values up one by one, which takes as long as the write. */
export const upsertCells = (values: UpsertValues): (string | number | null)[] =>
  columns.map((name) => values[name])
