import { autoOptions } from './equipment.ts'
import { makeName, modelName } from './vehicle-catalog.ts'
import { Dice } from '../world/random.ts'
import type { VehicleFacts } from './vehicle.ts'

/** Texts contain the entities that the service leaves in them (docs/service/practice.md, "text"): &quot; and &amp;. */
const openings = [
  'Продам власне авто, не бите, не фарбоване.',
  'Авто в гарному стані, обслуговувалося вчасно.',
  'Продаю свою машину, один власник &quot;з салону&quot;.',
  'Продам свой автомобиль, состояние отличное, вложений не требует.',
  'Автомобіль придбаний в Україні, офіційний дилер, усі ТО &amp; сервісна книжка.',
  'Повністю обслужене: мастила, фільтри, гальма &amp; ходова.',
  'Машина із &quot;сухого&quot; гаража, їздила жінка.',
] as const

const freshOpenings = [
  'Новий автомобіль від офіційного дилера &quot;Автоцентр Полісся&quot;.',
  'В наявності! Кредит &amp; лізинг за програмою &quot;5-7-9&quot;.',
  'Нове авто, гарантія виробника 3 роки або 100 000 км.',
  'Автомобіль в наявності на складі, тест-драйв щодня &amp; без вихідних.',
] as const

const closings = [
  'Торг біля капота.',
  'Можливий обмін &amp; розтермінування.',
  'Дзвоніть, на всі запитання відповім. Viber &amp; Telegram.',
  'Перевірка на будь-якому СТО за ваш рахунок.',
  'Реальному покупцеві — поступка.',
  'Документи в порядку, &quot;чиста&quot; історія.',
] as const

/** The advert's text: what the owner wrote, otherwise one made from the advert's id. */
export function describe(facts: VehicleFacts): string {
  if (facts.note !== null) return facts.note
  const dice = new Dice(facts.id, 1)
  const name = `${makeName(facts.makeId)} ${modelName(facts.makeId, facts.modelId)}`
  const options = autoOptions
    .filter((_, bit) => (facts.options & (1 << bit)) !== 0)
    .map((option) => option.name)
  const run = facts.mileage === 0 ? 'Без пробігу.' : `Пробіг ${facts.mileage} тис. км.`
  const list = options.length === 0 ? '' : ` Комплектація: ${options.join(', ')}.`
  const opening = dice.pick(facts.mileage === 0 ? freshOpenings : openings)
  return `${opening} ${name}, ${facts.year} рік. ${run}${list} ${dice.pick(closings)}`
}
