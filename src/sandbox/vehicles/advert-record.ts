import { exchangeTypes, fuels, gearboxes } from './equipment.ts'
import { makeName, modelName } from './vehicle-catalog.ts'
import type { Names } from '../world/names.ts'
import { findCity, findRegion } from '../world/regions.ts'
import { otherDealers, ownDealer } from '../world/sellers.ts'
import { describe } from './descriptions.ts'
import { pictureAddress } from './photos.ts'
import { currencyCodes, pricesOf } from '../world/money.ts'
import { Dice } from '../world/random.ts'
import { slug } from '../world/slug.ts'
import { dateTime, day, dottedDate } from '../world/service-time.ts'
import type { VehicleFacts } from './vehicle.ts'

/** 4 Ukrainian (what the site speaks today), 2 Russian (docs/service/vehicles.md, additional_params.lang_id). */
export type LangId = 2 | 4

/** The vehicle advert object of GET /auto/info: every field of docs/service/openapi.yaml. */
export function advertRecord(facts: VehicleFacts, origin: string, lang: LangId = 4): Record<string, unknown> {
  const dice = new Dice(facts.id, 2)
  const mark = makeName(facts.makeId)
  const model = modelName(facts.makeId, facts.modelId)
  const city = cityName(facts, lang)
  const link = `/uk/auto_${slug(mark)}_${slug(model)}_${facts.id}.html`
  return {
    userId: facts.userId,
    chipsCount: dice.whole(0, 12),
    locationCityName: city,
    ...exchangeOf(facts),
    ...datesOf(facts),
    userPhoneData: phoneOf(facts),
    ...pricesOf(facts.price, facts.currency),
    levelData: levelOf(facts),
    autoData: autoDataOf(facts, lang),
    markName: mark,
    markId: facts.makeId,
    modelName: model,
    modelId: facts.modelId,
    photoData: photosOf(facts, origin),
    linkToView: link,
    title: `${mark} ${model} ${facts.year}`,
    stateData: placeOf(facts, lang),
    checkedVin: checkedVinOf(facts, dice, link),
    dealer: dealerOf(facts),
    ...sellingOf(facts),
    ...sameForAll,
  }
}

const sameForAll = {
  userHideADSStatus: false,
  isAutoAddedByPartner: false,
  partnerId: 0,
  oldTop: { isActive: false, expireDate: '' },
  dontComment: 0,
  sendComments: 0,
  badges: [],
  optionStyles: [],
}

const exchangeOf = (facts: VehicleFacts): Record<string, unknown> => ({
  auctionPossible: facts.bargain,
  exchangePossible: facts.exchangeType > 0,
  realtyExchange: facts.realtyExchange,
  exchangeType: exchangeTypes[facts.exchangeType] ?? '',
  exchangeTypeId: facts.exchangeType,
})

const datesOf = (facts: VehicleFacts): Record<string, unknown> => ({
  addDate: dateTime(facts.addedAt),
  updateDate: dateTime(facts.updatedAt),
  expireDate: dateTime(facts.expiresAt),
})

function sellingOf(facts: VehicleFacts): Record<string, unknown> {
  const isNew = facts.mileage === 0
  return {
    canSetSpecificPhoneToAdvert: facts.dealerId > 0,
    isLeasing: facts.dealerId > 0 && isNew ? 1 : 0,
    withInfoBar: isNew,
    infoBarText: isNew ? 'Новий автомобіль' : '',
  }
}

function autoDataOf(facts: VehicleFacts, lang: LangId): Record<string, unknown> {
  const fuel = inLang(fuels[facts.fuelId], lang)
  return {
    description: describe(facts),
    version: facts.version,
    onModeration: facts.moderated,
    year: facts.year,
    autoId: facts.id,
    statusId: facts.archived ? 2 : facts.moderated ? 1 : 0,
    withVideo: facts.id % 9 === 0,
    race: raceText(facts.mileage, lang),
    raceInt: facts.mileage,
    fuelName: facts.volume > 0 ? `${fuel}, ${facts.volume} л.` : fuel,
    gearboxName: inLang(gearboxes[facts.gearboxId], lang),
    isSold: facts.sold,
    mainCurrency: currencyCodes[facts.currency],
    fromArchive: facts.archived,
    categoryId: facts.categoryId,
    custom: facts.uncleared ? 1 : 0,
  }
}

const inLang = (names: Names | undefined, lang: LangId): string => names?.[lang === 2 ? 'ru' : 'uk'] ?? ''

function raceText(thousands: number, lang: LangId): string {
  if (thousands === 0) return lang === 2 ? 'без пробега' : 'без пробігу'
  return lang === 2 ? `${thousands} тыс. км` : `${thousands} тис. км`
}

function cityName(facts: VehicleFacts, lang: LangId): string {
  const city = findCity(facts.cityId)
  return (lang === 2 ? city?.nameRu : city?.name) ?? ''
}

function placeOf(facts: VehicleFacts, lang: LangId): Record<string, unknown> {
  const region = findRegion(facts.regionId)
  const city = cityName(facts, lang)
  return {
    name: city,
    regionName: (lang === 2 ? region?.nameRu : region?.name) ?? '',
    linkToCatalog: `/uk/city/${slug(findCity(facts.cityId)?.nameRu ?? '')}/`,
    title: lang === 2 ? `Поиск объявлений по городу ${city}` : `Пошук оголошень у місті ${city}`,
    stateId: facts.cityId,
  }
}

function phoneOf(facts: VehicleFacts): { phoneId: string; phone: string } {
  const dice = new Dice(facts.userId, 3)
  const digits = String(dice.whole(1_000_000, 9_999_999))
  const code = dice.pick(['050', '063', '067', '068', '093', '097', '099'])
  return {
    phoneId: String(dice.whole(100_000_000, 999_999_999)),
    phone: `(${code}) ${digits.slice(0, 3)} ${digits.slice(3, 5)} ${digits.slice(5)}`,
  }
}

function levelOf(facts: VehicleFacts): Record<string, unknown> {
  const label = facts.level === 0 ? 0 : facts.level > 20 ? 2 : 1
  return {
    level: facts.level,
    label,
    hotType: ['', 'top', 'urgent'][label],
    expireDate: label === 0 ? '' : dateTime(facts.addedAt + 14 * day),
  }
}

/** Four sizes of the first picture, absolute. */
function photosOf(facts: VehicleFacts, origin: string): Record<string, unknown> {
  const picture = (size: string) => (facts.photos === 0 ? '' : pictureAddress(facts, origin, size))
  return {
    count: facts.photos,
    seoLinkM: picture('m'),
    seoLinkSX: picture('sx'),
    seoLinkB: picture('b'),
    seoLinkF: picture('f'),
  }
}

function checkedVinOf(facts: VehicleFacts, dice: Dice, link: string): Record<string, unknown> {
  const checked = dice.chance(0.3)
  return {
    isShow: checked,
    linkToReport: checked ? `${link}#vin-report` : '',
    hasRestrictions: checked && dice.chance(0.03),
    checkDate: checked ? dottedDate(facts.addedAt) : '',
    isChecked: checked,
  }
}

/** Blanks for a private seller (docs/service/practice.md, "text"). */
function dealerOf(facts: VehicleFacts): Record<string, unknown> {
  const dealer =
    facts.dealerId === ownDealer.id ? ownDealer : otherDealers.find(({ id }) => id === facts.dealerId)
  if (dealer === undefined) return { link: '', logo: '', type: '', id: 0, name: '', packageId: 0, typeId: 0 }
  return {
    link: `/uk/autosalons/${dealer.slug}.html`,
    logo: `/dealers/${dealer.slug}.svg`,
    type: 'Автосалон',
    id: dealer.id,
    name: dealer.name,
    packageId: 3,
    typeId: 2,
  }
}
