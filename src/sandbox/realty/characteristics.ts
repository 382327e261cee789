import type { Names } from '../world/names.ts'

type OptionRow = readonly [id: number, ru: string, uk: string]

/** A characteristic of real estate: those listed in docs/service/realty.md, and others that the site has. */
export interface Characteristic {
  readonly id: number
  readonly label: Names
  readonly group: keyof typeof characteristicGroups
  readonly input: 'text' | 'select' | 'checkbox'
  readonly float?: boolean
  readonly required?: boolean
  /** The field of the advert record with the same value. */
  readonly field?: string
  readonly suffix?: string
  readonly defaultValue?: string
  readonly options?: readonly OptionRow[]
  /** For a number: what the stock's adverts have, from and to. */
  readonly range?: readonly [number, number]
}

export const characteristicGroups = {
  main: { name: { ru: 'Основные параметры', uk: 'Основні параметри' }, prio: 10 },
  area: { name: { ru: 'Площадь', uk: 'Площа' }, prio: 20 },
  building: { name: { ru: 'Строение', uk: 'Будівля' }, prio: 30 },
  price: { name: { ru: 'Цена', uk: 'Ціна' }, prio: 40 },
  more: { name: { ru: 'Дополнительно', uk: 'Додатково' }, prio: 50 },
} as const

const rooms: Characteristic = {
  id: 209,
  label: { ru: 'Комнат', uk: 'Кімнат' },
  group: 'main',
  input: 'text',
  required: true,
  field: 'rooms_count',
  range: [1, 6],
}
const offer: Characteristic = {
  id: 1437,
  label: { ru: 'Тип предложения', uk: 'Тип пропозиції' },
  group: 'main',
  input: 'select',
  required: true,
  options: [
    [1434, 'от посредника', 'від посередника'],
    [1435, 'от представителя хозяина (без комиссионных)', 'від представника господаря (без комісійних)'],
    [1436, 'от собственника', 'від власника'],
    [1473, 'от представителя застройщика', 'від представника забудовника'],
    [1506, 'от застройщика', 'від забудовника'],
  ],
}
const area = (
  id: number,
  ru: string,
  uk: string,
  field: string,
  from: number,
  to: number,
): Characteristic => ({
  id,
  label: { ru, uk },
  group: 'area',
  input: 'text',
  float: true,
  field,
  suffix: 'м²',
  range: [from, to],
})
const flatTotal = {
  ...area(214, 'Общая площадь', 'Загальна площа', 'total_square_meters', 24, 140),
  required: true,
}
const houseTotal = {
  ...area(215, 'Общая площадь', 'Загальна площа', 'total_square_meters', 55, 420),
  required: true,
}
const living = area(216, 'Жилая площадь', 'Житлова площа', 'living_square_meters', 14, 90)
const kitchen = area(218, 'Площадь кухни', 'Площа кухні', 'kitchen_square_meters', 5, 26)
const plot: Characteristic = {
  id: 219,
  label: { ru: 'Площадь участка', uk: 'Площа ділянки' },
  group: 'area',
  input: 'text',
  float: true,
  required: true,
  field: 'ares_count',
  range: [2, 60],
}
const plotUnit: Characteristic = {
  id: 226,
  label: { ru: 'Единица площади участка', uk: 'Одиниця площі ділянки' },
  group: 'area',
  input: 'select',
  field: 'lot_unit',
  defaultValue: 'сотка',
  options: [
    [223, 'сотка', 'сотка'],
    [224, 'гектар', 'гектар'],
    [225, 'кв. метр', 'кв. метр'],
  ],
}
const number = (id: number, ru: string, uk: string, field: string, to: number): Characteristic => ({
  id,
  label: { ru, uk },
  group: 'building',
  input: 'text',
  field,
  range: [1, to],
})
const floor = { ...number(227, 'Этаж', 'Поверх', 'floor', 9), required: true }
const floors = number(228, 'Этажность', 'Поверховість', 'floors_count', 25)
const houseFloors = number(228, 'Этажность', 'Поверховість', 'floors_count', 3)
const wall: Characteristic = {
  id: 149,
  label: { ru: 'Тип стен', uk: 'Тип стін' },
  group: 'building',
  input: 'select',
  field: 'wall_type',
  options: [
    [150, 'кирпич', 'цегла'],
    [151, 'панель', 'панель'],
    [152, 'монолит', 'моноліт'],
    [153, 'газобетон', 'газобетон'],
    [154, 'дерево', 'дерево'],
  ],
}
const built: Characteristic = {
  id: 443,
  label: { ru: 'Год постройки', uk: 'Рік будівництва' },
  group: 'building',
  input: 'select',
  options: [
    [427, 'до 1917', 'до 1917'],
    [428, '1918–1960', '1918–1960'],
    [429, '1961–1990', '1961–1990'],
    [430, '1991–2010', '1991–2010'],
    [431, '2011–2020', '2011–2020'],
    [432, 'после 2020', 'після 2020'],
  ],
}
const price = (from: number, to: number): Characteristic => ({
  id: 234,
  label: { ru: 'Цена', uk: 'Ціна' },
  group: 'price',
  input: 'text',
  required: true,
  field: 'price',
  range: [from, to],
})
const currency: Characteristic = {
  id: 242,
  label: { ru: 'Валюта', uk: 'Валюта' },
  group: 'price',
  input: 'select',
  required: true,
  field: 'currency_type',
  defaultValue: '$',
  options: [
    [239, '$', '$'],
    [240, 'грн', 'грн'],
    [241, '€', '€'],
  ],
}
const exchange: Characteristic = {
  id: 265,
  label: { ru: 'Возможен обмен', uk: 'Можливий обмін' },
  group: 'price',
  input: 'select',
  field: 'is_exchange',
  defaultValue: 'нет',
  options: [
    [257, 'нет', 'ні'],
    [258, 'на авто с моей доплатой', 'на авто з моєю доплатою'],
    [259, 'на авто без доплаты', 'на авто без доплати'],
    [260, 'на авто с вашей доплатой', 'на авто з вашою доплатою'],
    [261, 'на недвижимость с моей доплатой', 'на нерухомість з моєю доплатою'],
    [262, 'на недвижимость без доплаты', 'на нерухомість без доплати'],
    [263, 'на недвижимость с вашей доплатой', 'на нерухомість з вашою доплатою'],
    [264, 'рассмотрю любой вариант', 'розгляну будь-який варіант'],
  ],
}
/** The value of a ticked box is its own id (docs/service/realty.md: is_bargain is 273, not 1). */
const box = (id: number, ru: string, uk: string, field?: string): Characteristic => ({
  id,
  label: { ru, uk },
  group: 'more',
  input: 'checkbox',
  ...(field === undefined ? {} : { field }),
})
const bargain = box(273, 'Возможен торг', 'Можливий торг', 'is_bargain')
const credit = box(274, 'Возможна рассрочка/кредит', 'Можлива розстрочка/кредит')
const negotiable = box(1011, 'Договорная', 'Договірна', 'is_negotiable')
const startPrice: Characteristic = {
  id: 1464,
  label: { ru: 'Стартовая цена', uk: 'Стартова ціна' },
  group: 'price',
  input: 'text',
  field: 'start_price',
  range: [0, 0],
}

const sale = [currency, exchange, startPrice, bargain, credit, negotiable]
const rent = [currency, bargain, negotiable]

/** The characteristics by category and operation. */
const sets: Readonly<Record<string, readonly Characteristic[]>> = {
  '1/1': [
    rooms,
    offer,
    flatTotal,
    living,
    kitchen,
    floor,
    floors,
    wall,
    built,
    price(18_000, 240_000),
    ...sale,
  ],
  '1/3': [rooms, offer, flatTotal, living, kitchen, floor, floors, wall, price(180, 2200), ...rent],
  '4/1': [
    rooms,
    offer,
    houseTotal,
    living,
    kitchen,
    plot,
    plotUnit,
    houseFloors,
    wall,
    built,
    price(22_000, 480_000),
    ...sale,
  ],
  '4/3': [
    rooms,
    offer,
    houseTotal,
    living,
    kitchen,
    plot,
    plotUnit,
    houseFloors,
    wall,
    price(300, 4500),
    ...rent,
  ],
  '10/1': [offer, flatTotal, floor, floors, wall, built, price(25_000, 900_000), ...sale],
  '10/3': [offer, flatTotal, floor, floors, wall, price(250, 9000), ...rent],
  '24/1': [offer, plot, plotUnit, price(4000, 160_000), ...sale],
  '30/1': [offer, flatTotal, wall, price(4000, 22_000), ...sale],
}

/**
 * Characteristics that a type of real estate lacks of its category's set: a room has no rooms, a shop no floors above
 * it.
 */
const lacking: Readonly<Record<number, readonly number[]>> = {
  3: [209, 216, 218],
  6: [219, 226],
  14: [228, 443],
}

/** The characteristics of category and operation, whatever the type; undefined if the site has none. */
export const characteristicsOf = (
  category: number,
  operation: number,
): readonly Characteristic[] | undefined => sets[`${category}/${operation}`]

/** The characteristics of a combination; undefined if the site has none. */
export const characteristicsOfType = (
  category: number,
  operation: number,
  type: number,
): readonly Characteristic[] | undefined =>
  characteristicsOf(category, operation)?.filter(({ id }) => !(lacking[type] ?? []).includes(id))

/** Every combination of category and operation that has a catalogue. */
export const combinations: readonly (readonly [category: number, operation: number])[] = Object.keys(
  sets,
).map((key) => {
  const [category = 0, operation = 0] = key.split('/').map(Number)
  return [category, operation]
})
