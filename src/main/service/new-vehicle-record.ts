import { z } from 'zod'
import { currencies, type CurrencyId } from '#shared/batch/currency.ts'
import { advertRecordSchema, type AdvertRecord } from './advert-record.ts'
import { group, identifier, list, number, prose, root, text } from './tolerant.ts'

/** A make or model: an object with id and name, or one of the two alone; what is inside was not recorded. */
const named = z.preprocess(
  (value) => {
    if (typeof value === 'string') return { name: value }
    return typeof value === 'number' ? { id: value } : value
  },
  group({ id: number, name: prose }),
)

/** The address of a photo: the photo itself, or a part of it if it is an object. */
function addressOf(photo: unknown): string | undefined {
  if (typeof photo === 'string') return photo
  const parts: unknown[] = typeof photo === 'object' && photo !== null ? Object.values(photo) : []
  return parts.find((part): part is string => typeof part === 'string' && part.includes('/'))
}

const unnamed = ({ id: _id, name: _name, ...rest }: z.output<typeof named>): object => rest

/**
 * The answer of GET /auto/new/auto/{id} (docs/service/writes.md, "New-vehicle advert"). What is inside `mainParams` and
 * `salon` was not recorded; the fields that are read from them are optional.
 */
export const newVehicleSchema = root(
  z
    .looseObject({
      marka: named,
      model: named,
      priceUsd: number,
      priceUah: number,
      mainParams: group({
        year: number,
        version: prose,
        fuel: prose,
        gearbox: prose,
      }),
      salon: group({ id: number, name: prose, link: text }),
      photos: list(z.unknown()),
      note: prose,
      linkAuto: text,
      updatedDate: text,
    })
    // An answer that names neither the vehicle nor its price is no advert.
    .refine(({ marka, model, priceUsd, priceUah }) =>
      [marka.id, marka.name, model.id, model.name, priceUsd, priceUah].some((value) => value !== null),
    )
    .optional(),
)
export type NewVehicle = NonNullable<z.infer<typeof newVehicleSchema>>

/** Facts of an advert besides its record. */
export interface KnownOfNew {
  readonly id: number
  /** The record names no owner: null without other evidence. */
  readonly userId: number | null
  /** The currency that its price was last written in; the record has the price in two and does not say which is the advert's. */
  readonly currency: CurrencyId | null
}

/**
 * The record as one of GET /auto/info, so that everything that reads an advert reads this one too. When it was added is
 * not known. Fields that the other record lacks are added.
 */
export function asAdvertRecord(found: NewVehicle, { id, userId, currency }: KnownOfNew): AdvertRecord {
  const { marka, model, priceUsd, priceUah, mainParams, salon, photos, note, linkAuto, ...rest } = found
  const addresses = photos.flatMap((each) => addressOf(each) ?? [])
  const { year, version, fuel, gearbox, ...params } = mainParams
  const { id: salonId, name: salonName, link: salonLink, ...salonRest } = salon
  return advertRecordSchema.parse({
    ...rest,
    userId,
    markId: marka.id,
    markName: marka.name,
    modelId: model.id,
    modelName: model.name,
    title: [marka.name, model.name].filter(Boolean).join(' ') || null,
    USD: priceUsd,
    UAH: priceUah,
    updateDate: found.updatedDate,
    linkToView: linkAuto,
    autoData: {
      autoId: id,
      description: note,
      mainCurrency: currency === null ? null : currencies[currency],
      year,
      version,
      fuelName: fuel,
      gearboxName: gearbox,
    },
    dealer: { id: salonId, name: salonName, link: salonLink },
    photoData: { count: addresses.length, seoLinkF: addresses[0], seoLinkM: addresses[0], all: addresses },
    mainParams: params,
    // Parts without a place in the other record are added under their own names.
    marka: unnamed(marka),
    model: unnamed(model),
    salon: salonRest,
    photos: photos.filter((each) => typeof each !== 'string'),
  })
}

const asId = (value: unknown): number[] => {
  const { success, data } = identifier.safeParse(value)
  return success && Number.isSafeInteger(data) && data > 0 ? [data] : []
}

/** A page of GET /auto/new/search: what is no id is not among its ids. */
export const newSearchSchema = root(
  z
    .looseObject({})
    .refine((answer) => 'ids' in answer, { path: ['ids'] })
    .pipe(z.looseObject({ ids: list(z.unknown()) }))
    .transform((page) => ({ ...page, ids: page.ids.flatMap(asId) })),
)
