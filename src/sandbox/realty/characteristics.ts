import type { Names } from '../world/names.ts'

type OptionRow = readonly [id: number, ru: string, uk: string]
type Range = readonly [from: number, to: number]

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
  /** For a number: what the stock's adverts have. */
  readonly range?: Range
}

export const characteristicGroups = {
  main: { name: { ru: 'Основные параметры', uk: 'Основні параметри' }, prio: 10 },
  area: { name: { ru: 'Площадь', uk: 'Площа' }, prio: 20 },
  building: { name: { ru: 'Строение', uk: 'Будівля' }, prio: 30 },
  price: { name: { ru: 'Цена', uk: 'Ціна' }, prio: 40 },
  more: { name: { ru: 'Дополнительно', uk: 'Додатково' }, prio: 50 },
} as const

type Group = Characteristic['group']
type More = Partial<Omit<Characteristic, 'id' | 'label' | 'group' | 'input'>>

const characteristic =
  (input: Characteristic['input']) =>
  (group: Group, id: number, ru: string, uk: string, more: More = {}): Characteristic => ({
    id,
    label: { ru, uk },
    group,
    input,
    ...more,
  })
const text = characteristic('text')
export const select = characteristic('select')
/** The value of a ticked box is its own id (docs/service/realty.md: is_bargain is 273, not 1). */
const box = characteristic('checkbox')

const rooms = text('main', 209, 'Комнат', 'Кімнат', { required: true, field: 'rooms_count', range: [1, 6] })
const offer = select('main', 1437, 'Тип предложения', 'Тип пропозиції', {
  required: true,
  options: [
    [1434, 'от посредника', 'від посередника'],
    [1435, 'от представителя хозяина (без комиссионных)', 'від представника господаря (без комісійних)'],
    [1436, 'от собственника', 'від власника'],
    [1473, 'от представителя застройщика', 'від представника забудовника'],
    [1506, 'от застройщика', 'від забудовника'],
  ],
})
const area = (id: number, ru: string, uk: string, field: string, range: Range) =>
  text('area', id, ru, uk, { float: true, field, suffix: 'м²', range })
const total = (id: number, range: Range): Characteristic => ({
  ...area(id, 'Общая площадь', 'Загальна площа', 'total_square_meters', range),
  required: true,
})
const flatTotal = total(214, [24, 140])
const houseTotal = total(215, [55, 420])
const living = area(216, 'Жилая площадь', 'Житлова площа', 'living_square_meters', [14, 90])
const kitchen = area(218, 'Площадь кухни', 'Площа кухні', 'kitchen_square_meters', [5, 26])
const plot = text('area', 219, 'Площадь участка', 'Площа ділянки', {
  float: true,
  required: true,
  field: 'ares_count',
  range: [2, 60],
})
const plotUnit = select('area', 226, 'Единица площади участка', 'Одиниця площі ділянки', {
  field: 'lot_unit',
  defaultValue: 'сотка',
  options: [
    [223, 'сотка', 'сотка'],
    [224, 'гектар', 'гектар'],
    [225, 'кв. метр', 'кв. метр'],
  ],
})
const floor = text('building', 227, 'Этаж', 'Поверх', { field: 'floor', range: [1, 9], required: true })
const floorsTo = (most: number): Characteristic =>
  text('building', 228, 'Этажность', 'Поверховість', { field: 'floors_count', range: [1, most] })
const floors = floorsTo(25)
const houseFloors = floorsTo(3)
const wall = select('building', 149, 'Тип стен', 'Тип стін', {
  field: 'wall_type',
  options: [
    [150, 'кирпич', 'цегла'],
    [151, 'панель', 'панель'],
    [152, 'монолит', 'моноліт'],
    [153, 'газобетон', 'газобетон'],
    [154, 'дерево', 'дерево'],
  ],
})
const built = select('building', 443, 'Год постройки', 'Рік будівництва', {
  options: [
    [427, 'до 1917', 'до 1917'],
    [428, '1918–1960', '1918–1960'],
    [429, '1961–1990', '1961–1990'],
    [430, '1991–2010', '1991–2010'],
    [431, '2011–2020', '2011–2020'],
    [432, 'после 2020', 'після 2020'],
  ],
})
const price = (...range: Range): Characteristic =>
  text('price', 234, 'Цена', 'Ціна', { required: true, field: 'price', range })
const currency = select('price', 242, 'Валюта', 'Валюта', {
  required: true,
  field: 'currency_type',
  defaultValue: '$',
  options: [
    [239, '$', '$'],
    [240, 'грн', 'грн'],
    [241, '€', '€'],
  ],
})
const exchange = select('price', 265, 'Возможен обмен', 'Можливий обмін', {
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
})
const bargain = box('more', 273, 'Возможен торг', 'Можливий торг', { field: 'is_bargain' })
const credit = box('more', 274, 'Возможна рассрочка/кредит', 'Можлива розстрочка/кредит')
const negotiable = box('more', 1011, 'Договорная', 'Договірна', { field: 'is_negotiable' })
const startPrice = text('price', 1464, 'Стартовая цена', 'Стартова ціна', {
  field: 'start_price',
  range: [0, 0],
})

const sale = [currency, exchange, startPrice, bargain, credit, negotiable]
const rent = [currency, bargain, negotiable]

const flat = [rooms, offer, flatTotal, living, kitchen, floor, floors, wall]
const house = [rooms, offer, houseTotal, living, kitchen, plot, plotUnit, houseFloors, wall]
const office = [offer, flatTotal, floor, floors, wall]

/** The characteristics by category and operation. */
const sets: Readonly<Record<string, readonly Characteristic[]>> = {
  '1/1': [...flat, built, price(18_000, 240_000), ...sale],
  '1/3': [...flat, price(180, 2200), ...rent],
  '4/1': [...house, built, price(22_000, 480_000), ...sale],
  '4/3': [...house, price(300, 4500), ...rent],
  '10/1': [...office, built, price(25_000, 900_000), ...sale],
  '10/3': [...office, price(250, 9000), ...rent],
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
