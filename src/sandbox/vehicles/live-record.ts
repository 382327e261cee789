import { Dice } from '../world/random.ts'
import { findCity, findRegion } from '../world/regions.ts'
import { dateTime } from '../world/service-time.ts'
import { slug } from '../world/slug.ts'
import type { LangId } from './advert-record.ts'
import { bodyStyles, colours, drives, fuels } from './equipment.ts'
import { findModification } from './new-catalog.ts'
import { pictureAddress } from './photos.ts'
import { isListed, isNew, type VehicleFacts } from './vehicle.ts'

type Fields = Record<string, unknown>

/** The record of the live profile: that of the contract with a masked phone and the further keys of docs/service/vehicles.md. */
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
    photoData: {
      ...inside('photoData'),
      all: Array.from({ length: facts.photos }, (_, place) => pictureAddress(facts, origin, 'f', place)),
    },
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

function liveFields(facts: VehicleFacts, record: Fields, vin: string): Fields {
  const prices = ['USD', 'EUR', 'UAH'].map((code) => [code, String(record[code] as number)])
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

/** The ids of generation, modification and equipment are there for a new vehicle; their names were not recorded. */
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
    active: isListed(facts),
    categoryNameEng: { 1: 'legkovie', 2: 'moto', 6: 'gruzoviki' }[facts.categoryId] ?? '',
    subCategoryNameEng: slug(bodyStyles[facts.bodyId]?.ru ?? ''),
    vat: false,
    withVideoMessages: false,
    ...(isNew(facts) && modification !== undefined
      ? {
          generationId: modification.body.generation.id,
          modificationId: facts.baseId,
          equipmentId: facts.equipId,
        }
      : {}),
  }
}

/** `(067) 123 45 67` → `(067) xxx xx xx` */
const maskedPhone = (phone: Fields): Fields => ({
  ...phone,
  phone: String(phone.phone).replace(/\).*$/, ') xxx xx xx'),
})

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
  return { id: whole ? 1 : 2, title: lang === 2 ? ru : uk }
}
