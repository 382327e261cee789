import type { Names } from '../world/names.ts'

/** Fuels by the id of the search filter `type`. */
export const fuels: Readonly<Record<number, Names>> = {
  1: { uk: 'Бензин', ru: 'Бензин' },
  2: { uk: 'Дизель', ru: 'Дизель' },
  4: { uk: 'Газ / Бензин', ru: 'Газ / Бензин' },
  5: { uk: 'Гібрид', ru: 'Гибрид' },
  6: { uk: 'Електро', ru: 'Электро' },
  11: { uk: 'М’який гібрид', ru: 'Мягкий гибрид' },
  12: { uk: 'Електро з генератором', ru: 'Электро с генератором' },
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

/** Drives by id, as the dictionary of the service names them. */
export const drives: Readonly<Record<number, Names>> = {
  1: { uk: 'Повний', ru: 'Полный' },
  2: { uk: 'Передній', ru: 'Передний' },
  3: { uk: 'Задній', ru: 'Задний' },
}

/** Body styles by the id of the search filter `bodystyle`; 20 and 22 are motorcycles, 212 and 217 lorries. */
export const bodyStyles: Readonly<Record<number, Names>> = {
  2: { uk: 'Універсал', ru: 'Универсал' },
  3: { uk: 'Седан', ru: 'Седан' },
  4: { uk: 'Хетчбек', ru: 'Хэтчбек' },
  5: { uk: 'Позашляховик / Кросовер', ru: 'Внедорожник / Кроссовер' },
  6: { uk: 'Купе', ru: 'Купе' },
  8: { uk: 'Мінівен', ru: 'Минивэн' },
  9: { uk: 'Пікап', ru: 'Пикап' },
  20: { uk: 'Мотоцикл', ru: 'Мотоцикл' },
  22: { uk: 'Мотоцикл Супермото', ru: 'Мотоцикл Супермото' },
  212: { uk: 'Борт', ru: 'Борт' },
  217: { uk: 'Тягач', ru: 'Тягач' },
  254: { uk: 'Фургон', ru: 'Фургон' },
  307: { uk: 'Ліфтбек', ru: 'Лифтбек' },
}

/** Colours by id, as the dictionary of the service names them. */
export const colours: Readonly<Record<number, Names & { readonly hex: string }>> = {
  1: { uk: 'Бежевий', ru: 'Бежевый', hex: '#f5f5dc' },
  2: { uk: 'Чорний', ru: 'Черный', hex: '#000000' },
  3: { uk: 'Синій', ru: 'Синий', hex: '#0000ff' },
  5: { uk: 'Коричневий', ru: 'Коричневый', hex: '#6e4b32' },
  7: { uk: 'Зелений', ru: 'Зеленый', hex: '#008000' },
  8: { uk: 'Сірий', ru: 'Серый', hex: '#808080' },
  13: { uk: 'Червоний', ru: 'Красный', hex: '#ff0000' },
  14: { uk: 'Срібний', ru: 'Серебряный', hex: '#c0c0c0' },
  15: { uk: 'Білий', ru: 'Белый', hex: '#ffffff' },
  16: { uk: 'Жовтий', ru: 'Желтый', hex: '#ffff00' },
  21: { uk: 'Асфальт', ru: 'Асфальт', hex: '#434750' },
}

/**
 * Option ids of the filter `auto_options[<id>]`; those of ABS, ESP and the alarm are the service's, the others the
 * sandbox's own. The place in this list is the bit in VehicleFacts.options. */
export const autoOptions: readonly { readonly id: number; readonly name: string }[] = [
  { id: 217, name: 'ABS' },
  { id: 459, name: 'ESP' },
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
  { id: 303, name: 'сигналізація' },
  { id: 477, name: 'гаражне зберігання' },
]

/** So many of them are drawn for each advert; the last one came later, and is in adverts by another rule. */
export const drawnOptions = autoOptions.length - 1

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
