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

export const districts: readonly District[] = [
  {
    id: 15_187,
    cityId: 10,
    name: 'Голосеевский',
    nameUk: 'Голосіївський',
    metro: [
      [17, 'Голосеевская'],
      [18, 'Васильковская'],
    ],
  },
  {
    id: 15_189,
    cityId: 10,
    name: 'Дарницкий',
    nameUk: 'Дарницький',
    metro: [
      [40, 'Позняки'],
      [41, 'Осокорки'],
    ],
  },
  { id: 15_188, cityId: 10, name: 'Оболонский', nameUk: 'Оболонський', metro: [[25, 'Минская']] },
  { id: 15_190, cityId: 10, name: 'Печерский', nameUk: 'Печерський', metro: [[33, 'Печерская']] },
  { id: 15_191, cityId: 10, name: 'Шевченковский', nameUk: 'Шевченківський', metro: [[30, 'Лукьяновская']] },
  { id: 15_301, cityId: 5, name: 'Франковский', nameUk: 'Франківський', metro: [] },
  { id: 15_302, cityId: 5, name: 'Сыховский', nameUk: 'Сихівський', metro: [] },
  { id: 15_303, cityId: 5, name: 'Галицкий', nameUk: 'Галицький', metro: [] },
  { id: 15_401, cityId: 12, name: 'Приморский', nameUk: 'Приморський', metro: [] },
  { id: 15_402, cityId: 12, name: 'Киевский', nameUk: 'Київський', metro: [] },
  { id: 15_501, cityId: 11, name: 'Соборный', nameUk: 'Соборний', metro: [] },
  { id: 15_502, cityId: 11, name: 'Центральный', nameUk: 'Центральний', metro: [[52, 'Центральная']] },
  { id: 15_601, cityId: 1, name: 'Вишенка', nameUk: 'Вишенька', metro: [] },
  { id: 15_602, cityId: 1, name: 'Замостье', nameUk: 'Замостя', metro: [] },
]
