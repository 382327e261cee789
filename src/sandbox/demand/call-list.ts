import { notEnoughData, notFound, ok, refusal, type Answer } from '../http/answers.ts'
import { wholeNumber } from '../http/query.ts'
import { makeName, modelName } from '../vehicles/vehicle-catalog.ts'
import type { VehicleFacts } from '../vehicles/vehicle.ts'
import { Dice } from '../world/random.ts'
import { dateTime, day } from '../world/service-time.ts'

export interface CallParts {
  /** The dealer's adverts, the oldest first. */
  readonly stock: () => readonly VehicleFacts[]
  readonly userId: () => number
  readonly seed: () => number
  /** Seconds since the epoch. */
  readonly now: () => number
}

/** The most days of one answer: older calls were never kept. */
const keptDays = 90
const callsOfDay = 14
/** Both spellings of a busy line are seen. */
const statuses = 'ANSWER ANSWER ANSWER ANSWER NOANSWER CANCEL BUSY BYSY FAILED CONGESTION'.split(' ')

/**
 * GET /auto/new/calls_stat (docs/service/demand.md): calls of buyers to the dealer's tracked numbers, in no order. A call names make
 * and model, if the caller asked for one, and no advert. The same day has the same calls for every reader.
 */
export function callList({ query }: { readonly query: URLSearchParams }, parts: CallParts): Answer {
  const userId = wholeNumber(query.get('user_id'))
  if (userId === undefined) return notEnoughData
  if (userId !== parts.userId()) return notFound('User')
  const from = query.get('from') ?? ''
  const to = query.get('to') ?? ''
  const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (!isDay(from) || !isDay(to)) return refusal(400, 'BAD_REQUEST', 'from and to are dates as 2026-11-24')
  const now = parts.now()
  const days = Array.from({ length: keptDays }, (_, back) => dateTime(now - back * day).slice(0, 10))
  const asked = [...new Set(days)].filter((date) => date >= from && date <= to)
  const moment = dateTime(now).replace(' ', 'T')
  return ok(asked.flatMap((date) => callsOn(date, parts)).filter(({ date }) => date <= moment))
}

function callsOn(date: string, { stock, seed }: CallParts) {
  const number = Number(date.replaceAll('-', ''))
  const dice = new Dice(seed() + 3, number)
  const own = stock()
  if (own.length === 0) return []
  return Array.from({ length: dice.whole(2, callsOfDay) }, (_, at) => {
    const facts = dice.chance(0.85) ? dice.pick(own) : null
    const status = dice.pick(statuses)
    const isAnswered = status === 'ANSWER'
    const time = [dice.whole(8, 20), dice.whole(0, 59), dice.whole(0, 59)]
    return {
      call_id: (number % 1_000_000) * 100 + at,
      date: `${date}T${time.map((part) => String(part).padStart(2, '0')).join(':')}`,
      // Some buyers ring again.
      caller_phone: `067${dice.chance(0.3) ? 1_000_000 + (at % 3) : dice.whole(1_000_000, 9_999_999)}`,
      phone: '0930000000',
      destination_phone: '0730000000',
      duration: isAnswered ? dice.whole(5, 600) : 0,
      waighting: dice.whole(2, 45),
      status,
      marka: facts ? makeName(facts.makeId) : null,
      marka_id: facts?.makeId ?? 0,
      model: facts ? modelName(facts.makeId, facts.modelId) : null,
      model_id: facts?.modelId ?? 0,
      price: 0,
      // Some lie where the app opens nothing.
      link:
        isAnswered && dice.chance(0.7)
          ? `${at % 5 === 0 ? 'http' : 'https'}://records.example/${number}-${at}.wav`
          : '',
    }
  })
}
