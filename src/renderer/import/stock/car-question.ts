import { m } from '#shared/i18n/generated/messages.js'
import { currencies, currencyIds } from '#shared/batch/currency.ts'
import { fieldNames } from '#shared/batch/field-lists.ts'
import type { DraftRow } from '#shared/import/draft.ts'
import { advertTitle } from '#shared/import/row-summary.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { photoAddress } from '#shared/inventory/photo-address.ts'
import { problemsOf, whyWords } from '#shared/stock/car-words.ts'
import { reasonWords } from '#shared/stock/reason-words.ts'
import type { StockAnswer } from '#shared/stock/stock-plan-calls.ts'
import { formatMoney } from '../../ui/format-money.ts'
import { columnWords } from '../../writes/field-words.ts'
import { type Answer, type Facts, type Question, sentencesOf } from '../questions/question.ts'
import { type AskedCars, advertsOf } from './asked-cars.svelte.ts'
import { candidateWords } from './plan-words.ts'
import type { StockState } from './stock-state.svelte.ts'

interface Parts {
  readonly stock: StockState
  readonly asked: AskedCars
}

export const carQuestionId = (key: string): string => `car ${key}`

/** Question about one car of a plan. */
export function carQuestion(row: DraftRow, { stock, asked }: Parts): Question[] {
  const { car } = row
  if (!car || car.key === '') return []
  const { key } = car
  const [title, ...texts] = sentencesOf(askedWords(row, asked))
  return [
    {
      id: carQuestionId(key),
      kind: 'asked',
      place: m.word_line({ line: row.line }),
      title,
      texts,
      table: bothCars(row, asked),
      answers: carAnswers(row, { stock, asked }),
      rows: { filter: 'all', only: { group: 'asked' }, column: 'key' },
    },
  ]
}

/** Words of what is asked about a car: adverts that may be its own have names. */
export function askedWords(row: DraftRow, asked: AskedCars): string {
  const { car } = row
  const [first] = car?.candidates ?? []
  if (car && first) return m.stock_question_advert({ key: car.key, advert: nameOf(first.autoId, asked) })
  const { reason = null, autoId = null } = car ?? {}
  if (car?.action === 'asked' && reason !== null && autoId !== null) {
    const advert = row.title ?? asked.adverts.get(autoId)?.title ?? String(autoId)
    return reasonWords[reason]({ key: car.key, other: car.other ?? '', advert, line: '', count: 0 })
  }
  const why = car ? whyWords(car) : ''
  return why === '' ? (problemsOf(row)[0]?.message ?? m.stock_action_asked()) : why
}

/** Answers that can be given about a car, also if it is not asked about. */
export function carAnswers({ car, payload, problems }: DraftRow, { stock, asked }: Parts): Answer[] {
  if (!car || car.key === '' || car.action === 'missing') return []
  const { key, reason, other, candidates } = car
  const isGiven = (given: StockAnswer): boolean =>
    JSON.stringify(stock.given.get(key)) === JSON.stringify(given)
  const answer = (title: string, given: StockAnswer, hint?: string): Answer => ({
    title,
    hint,
    isChosen: isGiven(given),
    isBusy: stock.asking.busy,
    run: () => stock.answer(given),
  })
  const isOver = reason === 'gone' || reason === 'ended-by-person' || reason === 'recovered'
  const isTwo = reason === 'renumbered' || reason === 'spelt-alike' || reason === 'lost-zeros'
  const first = candidates[0]?.autoId
  return [
    ...candidates.map(({ autoId, why }) =>
      answer(
        candidates.length === 1
          ? m.stock_answer_link()
          : `${m.stock_answer_link()}: ${nameAndId(autoId, asked)}`,
        { answer: 'link', key, autoId },
        why.map((each) => candidateWords[each]()).join(', '),
      ),
    ),
    ...(first === undefined
      ? []
      : [answer(m.stock_answer_none(), { answer: 'none', key, autoId: first }, m.stock_answer_none_hint())]),
    ...candidates.map(({ autoId }) =>
      answer(`${nameAndId(autoId, asked)}: ${m.stock_answer_outside()}`, { answer: 'outside', key, autoId }),
    ),
    ...advertsOf(car)
      .filter((autoId) => !asked.adverts.has(autoId))
      .map((autoId) => ({
        title: m.stock_advert_read({ id: autoId }),
        isBusy: asked.reading.busy,
        run: () => asked.fetch(autoId),
      })),
    ...(isTwo && other !== null
      ? [
          answer(
            m.stock_answer_same(),
            { answer: 'move', key, from: other },
            m.stock_answer_same_hint({ key, other }),
          ),
          answer(m.stock_answer_other(), { answer: 'apart', key, other }),
        ]
      : []),
    ...(isOver || reason === 'other-vehicle'
      ? [
          answer(
            m.stock_answer_new(),
            { answer: 'new', key },
            isOver ? undefined : m.stock_answer_other_vehicle_hint(),
          ),
        ]
      : []),
    ...(reason === 'by-likeness'
      ? [
          answer(m.stock_answer_confirm(), {
            answer: 'link',
            key,
            autoId: car.autoId ?? Number(payload.auto_id ?? 0),
          }),
          answer(m.stock_cut_do(), { answer: 'cut', key }),
        ]
      : []),
    ...problems.flatMap(({ code, column }) => {
      const pinned = code === 'kept-pinned'
      const field = fieldNames.find((name) => name === column)
      if (!field || (!pinned && code !== 'kept-by-hand')) return []
      const name = { field: columnWords(field) }
      return [
        answer(m.stock_answer_take(name), { answer: 'take-file', key, field }),
        answer(
          pinned ? m.stock_answer_unpin(name) : m.stock_answer_pin(name),
          { answer: 'pin', key, field, pinned: !pinned },
          m.stock_answer_pin_hint(),
        ),
      ]
    }),
  ]
}

/** True if the car's advert can be named by its id. */
export const takesAdvert = ({ car }: DraftRow): boolean =>
  car !== undefined &&
  car.key !== '' &&
  ['gone', 'ended-by-person', 'recovered', 'other-vehicle', 'no-price'].includes(car.reason ?? '')

/** Name of an advert; one that was never read says so. */
const nameOf = (autoId: number, { adverts }: AskedCars): string =>
  adverts.get(autoId)?.title ?? m.stock_advert_unread({ id: autoId })

/** The same where adverts of one name stand below each other. */
const nameAndId = (autoId: number, { adverts }: AskedCars): string => {
  const title = adverts.get(autoId)?.title
  return title ? `${title} · ${autoId}` : m.stock_advert_unread({ id: autoId })
}

/** Adverts that have room beside the car of the file. */
const mostBeside = 2

/** The car of the file beside the adverts that may be its own; undefined without one. */
export function bothCars(row: DraftRow, asked: AskedCars): Facts | undefined {
  const ids = advertsOf(row.car).slice(0, mostBeside)
  if (ids.length === 0) return undefined
  const adverts = ids.map((id) => asked.adverts.get(id))
  const factOf = (words: (advert: AdvertRow) => string): string[] =>
    adverts.map((advert) => (advert ? words(advert) : '—'))
  return {
    label: m.stock_both_cars(),
    heads: ['', m.word_in_the_file(), ...ids.map((id) => `${m.word_on_the_site()} · ${id}`)],
    photos: ['', ...adverts.map((advert) => (advert?.photo ? photoAddress(advert.id, advert.photo) : ''))],
    rows: [
      {
        cells: [
          m.stock_number_column(),
          row.car?.key ?? '',
          ...factOf(({ stockNumber }) => stockNumber ?? '—'),
        ],
      },
      { cells: [m.word_car(), advertTitle(row), ...ids.map((id) => nameOf(id, asked))] },
      { cells: [m.word_price(), filePrice(row), ...factOf(priceOf)] },
    ],
  }
}

function filePrice({ payload: { price, currency_id: id } }: DraftRow): string {
  const currency = currencyIds.find((each) => each === id)
  return typeof price === 'number' && currency !== undefined ? formatMoney(price, currencies[currency]) : '—'
}

/** In the currency of the advert itself. */
function priceOf({ mainCurrency, usd, eur, uah }: AdvertRow): string {
  if (mainCurrency === 'EUR') return formatMoney(eur, 'EUR')
  return mainCurrency === 'UAH' ? formatMoney(uah, 'UAH') : formatMoney(usd, 'USD')
}
