export interface RealtyType {
  readonly id: number
  readonly name: string
  readonly nameUk: string
  readonly category: number
}

export const realtyCategories: Readonly<Record<number, string>> = {
  1: 'Жилая',
  4: 'Дома',
  10: 'Коммерческая',
  24: 'Земля',
  30: 'Гаражи',
}

export const realtyTypes: readonly RealtyType[] = [
  { id: 2, name: 'Квартира', nameUk: 'Квартира', category: 1 },
  { id: 3, name: 'Комната', nameUk: 'Кімната', category: 1 },
  { id: 5, name: 'Дом', nameUk: 'Будинок', category: 4 },
  { id: 6, name: 'Часть дома', nameUk: 'Частина будинку', category: 4 },
  { id: 11, name: 'Офисное помещение', nameUk: 'Офісне приміщення', category: 10 },
  { id: 14, name: 'Торговые площади', nameUk: 'Торгові площі', category: 10 },
  { id: 25, name: 'Участок под жилую застройку', nameUk: 'Ділянка під житлову забудову', category: 24 },
  { id: 31, name: 'Бокс', nameUk: 'Бокс', category: 30 },
]

/** operation_type → its name in the record. */
export const operations: Readonly<Record<number, string>> = { 1: 'продажа', 3: 'долгосрочная аренда' }
export const operationsUk: Readonly<Record<number, string>> = { 1: 'продаж', 3: 'довгострокова оренда' }

export interface District {
  readonly id: number
  readonly cityId: number
  readonly name: string
  readonly nameUk: string
  readonly metro: readonly (readonly [id: number, name: string])[]
}

type Metro = District['metro'][number]

const districtRows: readonly (readonly [number, number, string, string, ...Metro[]])[] = [
  [15_187, 10, 'Голосеевский', 'Голосіївський', [17, 'Голосеевская'], [18, 'Васильковская']],
  [15_189, 10, 'Дарницкий', 'Дарницький', [40, 'Позняки'], [41, 'Осокорки']],
  [15_188, 10, 'Оболонский', 'Оболонський', [25, 'Минская']],
  [15_190, 10, 'Печерский', 'Печерський', [33, 'Печерская']],
  [15_191, 10, 'Шевченковский', 'Шевченківський', [30, 'Лукьяновская']],
  [15_301, 5, 'Франковский', 'Франківський'],
  [15_302, 5, 'Сыховский', 'Сихівський'],
  [15_303, 5, 'Галицкий', 'Галицький'],
  [15_401, 12, 'Приморский', 'Приморський'],
  [15_402, 12, 'Киевский', 'Київський'],
  [15_501, 11, 'Соборный', 'Соборний'],
  [15_502, 11, 'Центральный', 'Центральний', [52, 'Центральная']],
  [15_601, 1, 'Вишенка', 'Вишенька'],
  [15_602, 1, 'Замостье', 'Замостя'],
]

export const districts: readonly District[] = districtRows.map(([id, cityId, name, nameUk, ...metro]) => ({
  id,
  cityId,
  name,
  nameUk,
  metro,
}))
