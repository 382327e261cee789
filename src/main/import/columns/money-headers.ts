import { columnOfHeader } from './column-names.ts'
import { foldedNames, foldName } from './name-folding.ts'
import { meansSomethingElse } from './silent-header.ts'

/**
 * Parts of words that name money, in five languages. A price list has many sums besides the price that buyers pay
 * (bought for, before a discount, in a month, owed). They are only what is asked about: no column is taken for the
 * price because of them.
 */
const moneyParts = [
  'price, pricing, cost, amount, sum, value, total, fee, payment, margin, markup, profit, discount, deposit, debt, invoice, msrp, rrp',
  'insurance, customs, delivery, commission, bonus, expense',
  'цін, варт, собіварт, сума, суми, закуп, маржа, націнк, прибут, знижк, аванс, завдат, застав, передоплат, платіж, платеж, борг',
  'заборг, оплач, разом, всього, пдв, комісі, бонус, витрат, ремонт, доставк, розмитн, митн, страх, каско, мрц, ррц, опт, роздріб',
  'цен, стоим, себестоим, сумм, наценк, прибыл, скидк, задат, залог, предоплат, долг, задолж, дилер, розни, акці, акци, итого',
  'комисс, растамож, тамож, ндс, расход',
  'preis, kosten, betrag, summe, wert, einkauf, verkauf, rabatt, nachlass, anzahlung, gewinn, spanne, marge, brutto, netto, uvp',
  'aktion, kaution, versicherung, zoll, provision',
  'cena, ceny, koszt, kwota, suma, wartość, zakup, sprzedaż, rabat, zniżk, zaliczk, zadatek, kaucja, rata, zysk, marża, hurt, detal',
  'promocj, dług, cło, ubezpiecz, prowizj',
]
  .flatMap((words) => words.split(', '))
  .map(foldName)

/** Einkauf, Verkauf. */
const shortNames: ReadonlySet<string> = new Set(['ek', 'vk'])

/** German puts what the money is for before it: `Einkaufspreis`. */
const lastParts = ['preis', 'kosten', 'betrag', 'wert', 'rabatt', 'rate', 'summe'].map(foldName)

/** True if a header speaks of money, which may be the price. */
export const speaksOfMoney = (header: string): boolean =>
  foldName(header)
    .split(/[\s,|+?!<>=«»]+/)
    .some(
      (word) =>
        shortNames.has(word) ||
        moneyParts.some((part) => word.startsWith(part)) ||
        lastParts.some((part) => word.endsWith(part)),
    )

/** Names of a price below the usual one, which buyers pay while it lasts. */
const lowerPrices = foldedNames(
  'sale price, special price, promo price, promotional price, discount price, discounted price, price with discount, offer price',
  'акційна ціна, акція, ціна зі знижкою, ціна з урахуванням знижки, спеціальна ціна, спецціна, знижкова ціна, промо ціна',
  'акционная цена, цена со скидкой, цена с учетом скидки, спеццена, специальная цена',
  'aktionspreis, sonderpreis, angebotspreis, cena promocyjna, cena po rabacie, cena ze zniżką',
)

/** True if a header names a price that buyers may pay in the place of the usual one. */
export const isLowerPrice = (header: string): boolean => {
  const name = foldName(header)
  return lowerPrices.has(name) || lowerPrices.has(name.replace(/[\s,]+(?:\$|€|₴|usd|eur|uah|грн)$/u, ''))
}

/** Headers that say no more than that prices are below. */
const anyPrices = foldedNames('prices, cost, ціни, вартість, цены, стоимость, preise, ceny')

/** True if the name of a group of columns makes the prices in it others than those that buyers pay. */
export const isOtherSum = (group: string): boolean =>
  columnOfHeader(group) === null &&
  !anyPrices.has(foldName(group)) &&
  (meansSomethingElse(group) || speaksOfMoney(group))
