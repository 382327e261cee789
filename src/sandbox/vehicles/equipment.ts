import type { Names } from '../world/names.ts'

/** Fuels by the id of the search filter `type`. */
export const fuels: Readonly<Record<number, Names>> = {
  1: { uk: 'Бензин', ru: 'Бензин' },
  2: { uk: 'Дизель', ru: 'Дизель' },
  4: { uk: 'Газ / Бензин', ru: 'Газ / Бензин' },
  5: { uk: 'Гібрид', ru: 'Гибрид' },
  6: { uk: 'Електро', ru: 'Электро' },
}

/** The letters of ModelEntry.fuels as ids of the filter `type`. */
export const fuelIds: Readonly<Record<string, number>> = { p: 1, d: 2, g: 4, h: 5, e: 6 }

/** Gearboxes by the id of the search filter `gearbox`. */
export const gearboxes: Readonly<Record<number, Names>> = {
  1: { uk: 'Ручна / Механіка', ru: 'Ручная / Механика' },
  2: { uk: 'Автомат', ru: 'Автомат' },
  3: { uk: 'Типтронік', ru: 'Типтроник' },
  4: { uk: 'Робот', ru: 'Робот' },
  5: { uk: 'Варіатор', ru: 'Вариатор' },
}

/** Option ids of the filter `auto_options[<id>]`; the place in this list is the bit in VehicleFacts.options. */
export const autoOptions: readonly { readonly id: number; readonly name: string }[] = [
  { id: 477, name: 'ABS' },
  { id: 478, name: 'ESP' },
  { id: 479, name: 'клімат-контроль' },
  { id: 480, name: 'круїз-контроль' },
  { id: 482, name: 'підігрів сидінь' },
  { id: 483, name: 'шкіряний салон' },
  { id: 485, name: 'камера заднього виду' },
  { id: 486, name: 'парктронік' },
  { id: 488, name: 'панорамний дах' },
  { id: 490, name: 'легкосплавні диски' },
  { id: 492, name: 'LED-фари' },
  { id: 493, name: 'Apple CarPlay' },
  { id: 494, name: 'безключовий доступ' },
  { id: 496, name: 'електропакет' },
  { id: 498, name: 'фаркоп' },
  { id: 499, name: 'сигналізація' },
]

const bitById = new Map(autoOptions.map((option, bit) => [option.id, 1 << bit]))

/** The bit of an option in VehicleFacts.options; 0 if the id is unknown. */
export const optionBit = (id: number): number => bitById.get(id) ?? 0

/** Exchange types of an advert, by id. */
export const exchangeTypes: readonly string[] = [
  '',
  'Обмін на дешевше',
  'Обмін на дорожче',
  'Ключ у ключ',
  'Будь-який обмін',
]
