import { z } from 'zod'
import { flag, group, identifier, list, number, prose, root, text } from './tolerant.ts'

/** Characteristics of the vehicle. The mileage `raceInt` counts thousands of km and may be missing (docs/service/practice.md). */
const autoData = z.looseObject({
  description: prose,
  version: prose,
  onModeration: flag,
  year: number,
  autoId: identifier,
  statusId: number,
  withVideo: flag,
  race: prose,
  raceInt: number,
  fuelName: prose,
  gearboxName: prose,
  isSold: flag,
  mainCurrency: text,
  fromArchive: flag,
  categoryId: number,
  custom: number,
})

const photoData = group({ count: number, seoLinkM: text, seoLinkSX: text, seoLinkB: text, seoLinkF: text })

const stateData = group({
  name: prose,
  regionName: prose,
  linkToCatalog: text,
  title: prose,
  stateId: number,
})

const checkedVin = group({
  isShow: flag,
  linkToReport: text,
  hasRestrictions: flag,
  /** `DD.MM.YYYY`, unlike every other date of the record. */
  checkDate: text,
  isChecked: flag,
})

/** Private sellers have a dealer with blanks. */
const dealer = group({
  link: text,
  logo: text,
  type: text,
  id: number,
  name: prose,
  packageId: number,
  typeId: number,
})

/**
 * The whole record of a vehicle advert as GET /auto/info answers it, by the contract's names. Date-times are the
 * service's own `YYYY-MM-DD HH:MM:SS`; USD, UAH and EUR are the price in each currency; absent fields are null.
 */
export const advertRecordSchema = z.looseObject({
  userId: number,
  chipsCount: number,
  locationCityName: prose,
  auctionPossible: flag,
  exchangePossible: flag,
  realtyExchange: flag,
  exchangeType: prose,
  exchangeTypeId: number,
  addDate: text,
  updateDate: text,
  expireDate: text,
  userHideADSStatus: flag,
  userPhoneData: group({ phoneId: text, phone: text }),
  USD: number,
  UAH: number,
  EUR: number,
  isAutoAddedByPartner: flag,
  partnerId: number,
  levelData: group({ level: number, label: number, hotType: text, expireDate: text }),
  autoData,
  markName: prose,
  markId: number,
  modelName: prose,
  modelId: number,
  photoData,
  linkToView: text,
  title: prose,
  stateData,
  oldTop: group({ isActive: flag, expireDate: text }),
  canSetSpecificPhoneToAdvert: flag,
  dontComment: number,
  sendComments: number,
  badges: list(z.unknown()),
  checkedVin,
  isLeasing: number,
  dealer,
  withInfoBar: flag,
  infoBarText: prose,
  optionStyles: list(z.unknown()),
})
export type AdvertRecord = z.infer<typeof advertRecordSchema>

/** The answer of GET /auto/info: the record, alone or in an array; an empty array says that there is no such advert. */
export const advertAnswerSchema = root(advertRecordSchema.optional())

const asId = (value: unknown): number[] => {
  const { success, data } = identifier.safeParse(value)
  return success ? [data] : []
}

/** Too short to hold a key. */
const inShort = (value: unknown): string => JSON.stringify(value).slice(0, 20)

/** GET /auto/new/autos?user_id=: documented elsewhere, not in the contract (docs/service/practice.md, "list of own adverts"). */
export const ownAdvertsSchema = root(
  z
    .looseObject({})
    // An answer that has neither list says nothing; it is no empty stock.
    .refine((answer) => 'active' in answer || 'archive' in answer, { path: ['active'] })
    .pipe(z.looseObject({ active: list(z.unknown()), archive: list(z.unknown()) }))
    .transform(({ active, archive }) => ({
      active: active.flatMap(asId),
      archive: archive.flatMap(asId),
      /** Entries of the lists that are no id. */
      odd: [...active, ...archive].filter((each) => each !== null && asId(each).length === 0).map(inShort),
    })),
)
export type OwnAdverts = z.infer<typeof ownAdvertsSchema>
