import type { AdvertRecord } from '../service/advert-record.ts'
import type { CachedAdvert } from './advert-rows.ts'

/** State by the flags. Expiry isn't here: it depends on when the advert is looked at. */
function stateOf({ autoData }: AdvertRecord): CachedAdvert['state'] {
  if (autoData.isSold) return 'sold'
  if (autoData.fromArchive) return 'archive'
  return autoData.onModeration ? 'moderation' : 'live'
}

/** The record as the cache keeps it; `readAt` is when the service answered it, ISO 8601. */
export function cachedAdvert(record: AdvertRecord, readAt: string): CachedAdvert {
  const { autoData, photoData, stateData } = record
  return {
    id: autoData.autoId,
    userId: record.userId,
    title: record.title ?? [record.markName, record.modelName].filter(Boolean).join(' '),
    makeId: record.markId,
    make: record.markName ?? '',
    modelId: record.modelId,
    model: record.modelName ?? '',
    version: autoData.version ?? '',
    year: autoData.year,
    mileage: autoData.raceInt,
    usd: record.USD,
    eur: record.EUR,
    uah: record.UAH,
    mainCurrency: autoData.mainCurrency ?? '',
    city: record.locationCityName ?? stateData.name ?? '',
    state: stateOf(record),
    addedAt: record.addDate ?? '',
    updatedAt: record.updateDate ?? '',
    expiresAt: record.expireDate ?? '',
    photo: photoData.seoLinkM ?? photoData.seoLinkSX ?? '',
    readAt,
    pending: false,
    photos: photoData.count ?? (Array.isArray(photoData.all) ? photoData.all.length : null),
    region: stateData.regionName ?? '',
    // `Дизель, 2 л.`
    fuel: (autoData.fuelName ?? '').split(',')[0]?.trim() ?? '',
    description: autoData.description ?? '',
    record: JSON.stringify(record),
  }
}

/** Addresses of the record's pictures, the largest first. */
export function photosOf({ photoData }: AdvertRecord): string[] {
  const links = [photoData.seoLinkF, photoData.seoLinkB, photoData.seoLinkM, photoData.seoLinkSX]
  // Fuller records, and those of new vehicles, name all of them (docs/service/practice.md, "info").
  const all: readonly unknown[] = Array.isArray(photoData.all) ? photoData.all : []
  const addresses = all.map((each) => (typeof each === 'number' ? photoOf(each, photoData.seoLinkF) : each))
  return [
    ...new Set([...links, ...addresses].filter((link) => typeof link === 'string' && /^https?:/.test(link))),
  ] as string[]
}

/** The address of the photo with that id: the service's addresses end in `__ID` and the letters of the size. */
const photoOf = (id: number, like: string | null | undefined): string | null =>
  like && /__\d+[a-z]+\.\w+$/.test(like) ? like.replace(/__\d+([a-z]+\.\w+)$/, `__${id}$1`) : null
