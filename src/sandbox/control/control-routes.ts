import { z } from 'zod'
import { notFound, ok, refusal, type Answer } from '../http/answers.ts'
import { faultRuleSchema } from './faults.ts'
import type { ControlRoute } from './control-description.ts'
import { advertCountsSchema, type ControlParts } from './control-parts.ts'
import { ledgerEntrySchema } from './ledger.ts'
import { modesChangeSchema, modesSchema, type Modes, type ModesChange } from './modes.ts'
import { quirkNames } from './quirks.ts'

const quirksSchema = z.object({ on: z.array(z.enum(quirkNames)) })

export const clockSchema = z.object({
  now: z.int().describe('The moment that it is in the sandbox, seconds since the epoch.'),
  behind: z.int().describe('How far that is behind the present; 0 once it has caught up.'),
  speed: z.number().describe('Seconds of the sandbox for each of ours.'),
})

export const clockChangeSchema = z.strictObject({
  advance: z
    .number()
    .nonnegative()
    .describe('Goes on by so many seconds at once, to the present at most.')
    .optional(),
  speed: z.number().positive().max(1_000_000).optional(),
})

const doneSchema = z.object({ done: z.literal(true) })
const record = z.record(z.string(), z.unknown())

const found = (what: string, value: object | undefined): Answer =>
  value === undefined ? notFound(what) : ok(value)

function done(work: () => void): Answer {
  work()
  return ok({ done: true })
}

/** A route that only does something. */
const doing = (summary: string, work: () => void): ControlRoute => ({
  summary,
  answer: doneSchema,
  handle: () => done(work),
})

/** A route whose body is read by its schema before it is handled. */
const taking = <T>(
  summary: string,
  body: z.ZodType<T>,
  answer: z.ZodType,
  handle: (value: T) => Answer,
): ControlRoute => ({ summary, body, answer, handle: (value) => handle(body.parse(value)) })

const noLiveWorld = refusal(400, 'NO_LIVE_WORLD', 'The clock is set in a live world only')

/** Every address under /_control/, by `METHOD name`. */
export function controlRoutes(parts: ControlParts): Readonly<Record<string, ControlRoute>> {
  const { service, faults, quirks, modes, requests } = parts
  const reset = () => {
    service.reset()
    faults.clear()
    requests.clear()
  }
  return {
    'POST faults': taking('Sets a fault.', faultRuleSchema, z.object({ id: z.int() }), (rule) =>
      ok({ id: faults.add(rule) }),
    ),
    'DELETE faults': doing('Takes all faults away.', () => faults.clear()),
    'POST quirks': taking('Turns these quirks on, and all others off.', quirksSchema, doneSchema, ({ on }) =>
      done(() => quirks.set(on)),
    ),
    'GET modes': { summary: 'How it answers.', answer: modesSchema, handle: () => ok(modes.settings) },
    'POST modes': taking('Changes how it answers.', modesChangeSchema, doneSchema, (change) =>
      done(() => changeModes(modes, service, change)),
    ),
    'GET clock': {
      summary: 'The moment that it is in the sandbox.',
      answer: clockSchema,
      handle: () => ok(service.clock),
    },
    'POST clock': taking('Lets time pass in a live world.', clockChangeSchema, clockSchema, (change) => {
      const state = service.passTime(change)
      return state === undefined ? noLiveWorld : ok(state)
    }),
    'GET ledger': {
      summary: 'Every write that was received, the oldest first.',
      answer: z.array(ledgerEntrySchema),
      handle: () => ok(service.writes()),
    },
    'GET requests': {
      summary: 'How many requests came, by method and path.',
      answer: z.record(z.string(), z.int()),
      handle: () => ok(requests.all()),
    },
    'DELETE requests': doing('Begins to count requests anew.', () => requests.clear()),
    'GET adverts': {
      summary: 'What the sandbox knows of an advert, deleted or not; without an id, how many there are.',
      rest: { name: 'id', required: false },
      answer: z.union([advertCountsSchema, record]),
      handle: (_, id) => (id === '' ? ok(service.counts()) : found('Advert', service.advert(Number(id)))),
    },
    'GET combinations': {
      summary: 'Ids of make, model, modification and equipment that a create takes.',
      rest: { name: 'count', required: false },
      answer: z.array(record),
      handle: (_, count) => ok(service.combinations(Number(count) || 1)),
    },
    'POST orders': taking(
      'Changes the order with that order_id, or adds one; what is not given is copied.',
      record,
      record,
      (change) => found('Order', service.putOrder(change)),
    ),
    'DELETE orders': {
      summary: 'Takes an order out of the list.',
      rest: { name: 'id', required: true },
      answer: record,
      handle: (_, id) => found('Order', service.removeOrder(Number(id))),
    },
    'POST reset': doing('Forgets what was written, faults and counts; key and user stay.', reset),
  }
}

/** Other ids make another stock: the sandbox is reset when adverts of new vehicles move. */
function changeModes(modes: Modes, service: ControlParts['service'], change: ModesChange): void {
  const moves = change.newElsewhere !== undefined && change.newElsewhere !== modes.newElsewhere
  modes.change(change)
  if (moves) service.move(modes.newElsewhere)
}
