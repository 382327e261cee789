import { Dice } from '../world/random.ts'
import { findCity, findRegion } from '../world/regions.ts'
import { dateTime } from '../world/service-time.ts'
import { slug } from '../world/slug.ts'
import type { LangId } from './advert-record.ts'
import { bodyStyles, colours, drives, fuels, gearboxes } from './equipment.ts'
import { findEquipment, findModification } from './new-catalog.ts'
import { photoAddress, photoId } from './photos.ts'
import { isListed, isNew, type VehicleFacts } from './vehicle.ts'

type Fields = Record<string, unknown>

/** The record of the live profile: that of the contract with a masked phone and the further keys of docs/service/openapi.yaml. */
export function liveRecord(record: Fields, facts: VehicleFacts, origin: string, lang: LangId): Fields {
  const dice = new Dice(facts.id, 8)
  const vin = maskedVin(dice)
  const inside = (name: string) => record[name] as Fields
  return {
    ...record,
    ...liveFields(facts, record, vin),
    color: colourOf(dice, lang),
    technicalCondition: technicalConditionOf(dice, lang),
    userPhoneData: maskedPhone(inside('userPhoneData')),
    autoData: { ...inside('autoData'), ...vehicleOf(facts, dice, lang) },
    photoData: { ...inside('photoData'), ...photosOf(facts, origin) },
    stateData: {
      ...inside('stateData'),
      regionNameEng: slug(findRegion(facts.regionId)?.nameRu ?? ''),
      cityId: facts.cityId,
    },
    levelData: { ...inside('levelData'), period: 0, callsLevel: 0 },
    checkedVin: { ...inside('checkedVin'), orderId: 0, vin },
    dealer: { ...inside('dealer'), isReliable: facts.dealerId > 0, verified: false },
  }
}

/** All photos by their ids: the address of each differs from those of the first one by the id alone. */
function photosOf(facts: VehicleFacts, origin: string): Fields {
  const first = (size: string) => (facts.photos === 0 ? '' : photoAddress(facts, origin, size, 0))
  return {
    seoLinkM: first('m'),
    seoLinkSX: first('sx'),
    seoLinkB: first('b'),
    seoLinkF: first('f'),
    all: Array.from({ length: facts.photos }, (_, place) => photoId(facts, place)),
  }
}

/** `1349659` → `1 349 659` */
const inThousands = (price: unknown): string => String(price).replace(/\B(?=(\d{3})+(?!\d))/g, ' ')

function liveFields(facts: VehicleFacts, record: Fields, vin: string): Fields {
  const prices = ['USD', 'EUR', 'UAH'].map((code) => [code, inThousands(record[code])])
  return {
    markNameEng: slug(String(record.markName)),
    modelNameEng: slug(String(record.modelName)),
    subCategoryName: bodyStyles[facts.bodyId]?.uk ?? '',
    cityId: facts.cityId,
    cityLocative: findCity(facts.cityId)?.name ?? '',
    soldDate: facts.sold ? dateTime(facts.updatedAt) : '',
    VIN: vin,
    vinSvg: '',
    haveInfotechReport: false,
    infotechReport: { vin: '' },
    moderatedAbroad: facts.abroad,
    firstTime: false,
    technicalChecked: false,
    verifiedByInspectionCenter: false,
    videoMessageID: '',
    userBlocked: [],
    plateNumber: '',
    plateNumberData: { text: '' },
    deliveryStatus: 0,
    hasWebP: 2,
    secureKey: secureKeyOf(new Dice(facts.id, 9)),
    prices: [Object.fromEntries(prices)],
    autoInfoBar: {
      custom: facts.uncleared,
      confiscatedCar: false,
      onRepairParts: false,
      abroad: facts.abroad,
      damage: false,
      underCredit: false,
    },
  }
}

/** Generation, modification and equipment are named for a new vehicle. */
function vehicleOf(facts: VehicleFacts, dice: Dice, lang: LangId): Fields {
  const modification = findModification(facts.baseId)
  const driveId = modification?.driveId ?? dice.pick([1, 2, 2, 3])
  return {
    bodyId: facts.bodyId,
    fuelId: facts.fuelId,
    fuelNameEng: slug(fuels[facts.fuelId]?.ru ?? ''),
    gearBoxId: facts.gearboxId,
    driveId,
    driveName: drives[driveId]?.[lang === 2 ? 'ru' : 'uk'] ?? '',
    driveNameEng: slug(drives[driveId]?.ru ?? ''),
    gearboxNameEng: slug(gearboxes[facts.gearboxId]?.ru ?? ''),
    active: isListed(facts),
    categoryNameEng: { 1: 'legkovie', 2: 'moto', 6: 'gruzoviki' }[facts.categoryId] ?? '',
    subCategoryNameEng: slug(bodyStyles[facts.bodyId]?.ru ?? ''),
    vat: false,
    withVideoMessages: false,
    ...(isNew(facts) && modification !== undefined
      ? {
          generationId: modification.body.generation.id,
          generationName: modification.body.generation.name,
          modificationId: facts.baseId,
          modificationName: modification.name,
          equipmentId: facts.equipId,
          equipmentName: findEquipment(facts.equipId)?.name ?? '',
        }
      : {}),
  }
}

/** `(067) 123 45 67` → `(067) xxx xx xx` */
const maskedPhone = (phone: Fields): Fields => ({
  ...phone,
  phone: String(phone.phone).replace(/\).*$/, ') xxx xx xx'),
})

/** 32 hexadecimal digits, by which the site lets a visitor read the phone. */
const secureKeyOf = (dice: Dice): string =>
  Array.from({ length: 32 }, () => dice.whole(0, 15).toString(16)).join('')

const vinLetters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'.split('')

/** 17 signs, of which the site shows the first and last ones alone. */
const maskedVin = (dice: Dice): string => {
  const signs = (count: number) => Array.from({ length: count }, () => dice.pick(vinLetters)).join('')
  return `${signs(8)}xxxxxxx${signs(2)}`
}

function colourOf(dice: Dice, lang: LangId): Fields {
  const colour = dice.pick(Object.values(colours))
  return { name: lang === 2 ? colour.ru : colour.uk, eng: slug(colour.ru), hex: colour.hex }
}

function technicalConditionOf(dice: Dice, lang: LangId): Fields {
  const whole = dice.chance(0.8)
  const [uk, ru] = whole
    ? ['Повністю непошкоджене', 'Полностью неповрежденное']
    : ['Відремонтовані пошкодження', 'Отремонтированные повреждения']
  return { id: whole ? 1 : 2, langId: lang, title: lang === 2 ? ru : uk, annotation: '' }
}
