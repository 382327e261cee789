/**
 * Counts which Cyrillic letters follow which in Ukrainian and in Russian, and writes the table by which an import finds a
 * file's encoding: `node scripts/letter-pairs.mjs > src/main/import/encoding/letter-pairs.ts`. The texts are the names of
 * countries, languages, currencies, months and days that Node itself knows, the app's own Ukrainian words, and the words
 * of adverts below.
 */
import { readdirSync, readFileSync } from 'node:fs'

const letters = 'абвгґдеєёжзиіїйклмнопрстуфхцчшщъыьэюя'
/** Stands for the beginning and the end of a word. */
const edge = '-'
const symbols = edge + letters

const adverts = {
  uk: `Номер оголошення Валюта Ціна Опис Марка Модель Модифікація Комплектація Версія Наявність Тест-драйв Дія
    Продаж нового автомобіля з гарантією від офіційного дилера, Київ. Повна комплектація, зимовий пакет, підігрів
    сидінь і керма, камера заднього виду, клімат-контроль, шкіряний салон, панорамний дах. Автомобіль в наявності на
    складі, можливий тест-драйв, кредит, лізинг і обмін. Перший власник, без ДТП, сервісна книга, не фарбований.
    Ціна вказана за готівковий розрахунок. Телефонуйте щодня з дев'ятої до вісімнадцятої. Торг біля капоту, обмін на
    дешевший з доплатою. Двигун дизель, коробка автомат, привід повний, колір білий перламутр, чорний металік, сірий,
    синій, червоний. Пробіг тисяч кілометрів. Гарантія п'ять років. Легкові, позашляховик, кросовер, седан, універсал,
    хетчбек. Створити змінити видалити так ні гривня долар євро. Одеса Львів Харків Дніпро Запоріжжя Вінниця Полтава
    Чернігів Черкаси Житомир Рівне Луцьк Тернопіль Хмельницький Чернівці Ужгород Івано-Франківськ Миколаїв Херсон Суми
    Кропивницький. Новий рік випуску, знижка, спеціальна пропозиція, акція, подарунок, страховка, доставка.`,
  ru: `Номер объявления Валюта Цена Описание Марка Модель Модификация Комплектация Версия Наличие Тест-драйв Действие
    Продажа нового автомобиля с гарантией от официального дилера, Киев. Полная комплектация, зимний пакет, подогрев
    сидений и руля, камера заднего вида, климат-контроль, кожаный салон, панорамная крыша. Автомобиль в наличии на
    складе, возможен тест-драйв, кредит, лизинг и обмен. Первый владелец, без ДТП, сервисная книжка, не крашеный.
    Цена указана за наличный расчёт. Звоните ежедневно с девяти до восемнадцати. Торг у капота, обмен на более дешёвый
    с доплатой. Двигатель дизель, коробка автомат, привод полный, цвет белый перламутр, чёрный металлик, серый, синий,
    красный. Пробег тысяч километров. Гарантия пять лет. Легковые, внедорожник, кроссовер, седан, универсал, хэтчбек.
    Создать изменить удалить да нет гривна доллар евро. Одесса Львов Харьков Днепр Запорожье Винница Полтава Чернигов
    Черкассы Житомир Ровно Луцк Тернополь Хмельницкий Черновцы Ужгород Николаев Херсон Сумы. Новый год выпуска, скидка,
    специальное предложение, акция, подарок, страховка, доставка. Выполненные Невыполненные Удалённые Все.`,
}

const codes = (count) =>
  Array.from({ length: 26 ** count }, (_, at) =>
    Array.from({ length: count }, (_, place) =>
      String.fromCharCode(97 + (Math.floor(at / 26 ** place) % 26)),
    ).join(''),
  )

function namesOf(locale) {
  const names = []
  for (const [type, keys] of [
    ['language', [...codes(2), ...codes(3)]],
    ['region', codes(2).map((code) => code.toUpperCase())],
    ['currency', codes(3).map((code) => code.toUpperCase())],
  ]) {
    const display = new Intl.DisplayNames([locale], { type, fallback: 'none' })
    for (const key of keys) names.push(display.of(key) ?? '')
  }
  for (let day = 0; day < 365; day += 5)
    for (const month of ['long', 'short'])
      names.push(
        new Intl.DateTimeFormat(locale, { weekday: month, month, day: 'numeric', timeZone: 'UTC' }).format(
          day * 86_400_000,
        ),
      )
  return names.join(' ')
}

function ownWords(locale) {
  const folder = `src/shared/i18n/messages/${locale}`
  const texts = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  return texts.join(' ').replace(/\{\w+/g, ' ')
}

/** Logarithms of the probability of each pair, in steps of a quarter below zero, as letters from `A`. */
function tableOf(text) {
  const counts = Array.from(symbols, () => Array.from(symbols, () => 0.3))
  for (const [word] of text.toLowerCase().matchAll(/[а-яґєёії]+/gu)) {
    const marked = [edge, ...word, edge].map((letter) => symbols.indexOf(letter))
    for (let at = 1; at < marked.length; at++) counts[marked[at - 1]][marked[at]] += 1
  }
  return counts.map((row) => {
    const total = row.reduce((sum, count) => sum + count, 0)
    return row
      .map((count) => String.fromCharCode(65 + Math.min(57, Math.round(-Math.log(count / total) * 4))))
      .join('')
  })
}

const advertWeight = 8
const uk = `${namesOf('uk')} ${ownWords('uk')} ${`${adverts.uk} `.repeat(advertWeight)}`
const ru = `${namesOf('ru')} ${`${adverts.ru} `.repeat(advertWeight)}`

const rows = (table) => table.map((row) => `  '${row.replaceAll('\\', '\\\\')}',`).join('\n')
process.stdout.write(`// Written by scripts/letter-pairs.mjs.

/** The beginning or end of a word, then every letter of Ukrainian and Russian. */
export const pairSymbols = '${symbols}'

/** A row for each symbol, a sign for each that follows it: its distance from 'A' is -4 ln(probability). */
export const ukrainianPairs: readonly string[] = [
${rows(tableOf(uk))}
]

export const russianPairs: readonly string[] = [
${rows(tableOf(ru))}
]
`)
