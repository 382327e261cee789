import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { notFound, ok, refusal, type Answer } from '../http/answers.ts'
import { sameSecret } from '../http/secret.ts'
import { faultRuleSchema, type FaultTable } from './faults.ts'
import type { LedgerEntry } from './ledger.ts'
import { quirkNames, type Quirks } from './quirks.ts'
import { modesChangeSchema, type Modes, type ModesChange } from './modes.ts'

/** What the control address reads and changes of the service. */
export interface ControlledService {
  /** The facts of the advert, deleted or not; undefined if there never was one with this id. */
  advert(id: number): object | undefined
  counts(): AdvertCounts
  /** Every write request received, oldest first. */
  writes(): LedgerEntry[]
  /** The first so many quadruples of ids that a create takes. */
  combinations(count: number): readonly object[]
  /** @throws ZodError if the change is not an order change */
  putOrder(change: unknown): object | undefined
  /** Takes the order out of the service's list; undefined if there is none with this id. */
  removeOrder(id: number): object | undefined
  reset(): void
  /** Resets, with adverts of new vehicles elsewhere or not. */
  move(newElsewhere: boolean): void
}

export const advertCountsSchema = z.object({
  /** Adverts that are not deleted. */
  total: z.int(),
  /** Those of the account. */
  own: z.int(),
  written: z.int(),
  deleted: z.int(),
})
export type AdvertCounts = z.infer<typeof advertCountsSchema>

export interface ControlParts {
  readonly token: string
  readonly service: ControlledService
  readonly faults: FaultTable
  readonly quirks: Quirks
  readonly modes: Modes
  readonly requests: { all(): Record<string, number>; clear(): void }
}

const quirksSchema = z.object({ on: z.array(z.enum(quirkNames)) })

type Handler = (body: unknown, rest: string) => Answer

/** The address outside the contract's paths through which a test or a person changes how the sandbox behaves. */
export class Control {
  readonly #parts: ControlParts
  readonly #routes: Readonly<Record<string, Handler>>

  constructor(parts: ControlParts) {
    this.#parts = parts
    const { service, faults, quirks, modes, requests } = parts
    this.#routes = {
      'POST faults': (body) => ok({ id: faults.add(faultRuleSchema.parse(body)) }),
      'DELETE faults': () => done(() => faults.clear()),
      'POST quirks': (body) => done(() => quirks.set(quirksSchema.parse(body).on)),
      'GET ledger': () => ok(service.writes()),
      'GET requests': () => ok(requests.all()),
      'DELETE requests': () => done(() => requests.clear()),
      'GET adverts': (_, id) =>
        id === '' ? ok(service.counts()) : found('Advert', service.advert(Number(id))),
      'GET modes': () => ok(modes.settings),
      'POST modes': (body) => done(() => this.#changeModes(modesChangeSchema.parse(body))),
      'GET combinations': (_, count) => ok(service.combinations(Number(count) || 1)),
      'POST orders': (body) => found('Order', service.putOrder(body)),
      'DELETE orders': (_, id) => found('Order', service.removeOrder(Number(id))),
      'POST reset': () => done(() => this.#reset()),
    }
  }

  /** Answers only a request with the token; a body that can't be read is refused with what is wrong in it. */
  async answer(path: string, request: IncomingMessage): Promise<Answer> {
    const token = request.headers['x-control-token']
    if (typeof token !== 'string' || !sameSecret(token, this.#parts.token)) {
      return refusal(403, 'CONTROL_TOKEN', 'The control token is missing or wrong')
    }
    const [, , name = '', rest = ''] = path.split('/')
    const route = this.#routes[`${request.method ?? 'GET'} ${name}`]
    if (route === undefined) return notFound('Control address')
    try {
      return route(await readJson(request), rest)
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError)
        return refusal(400, 'BAD_BODY', error.message)
      throw error
    }
  }

  /** Other ids make another stock: the sandbox is reset when adverts of new vehicles move. */
  #changeModes(change: ModesChange): void {
    const { modes, service } = this.#parts
    const moves = change.newElsewhere !== undefined && change.newElsewhere !== modes.newElsewhere
    modes.change(change)
    if (moves) service.move(modes.newElsewhere)
  }

  #reset(): void {
    this.#parts.service.reset()
    this.#parts.faults.clear()
    this.#parts.requests.clear()
  }
}

function done(work: () => void): Answer {
  work()
  return ok({ done: true })
}

const found = (what: string, value: object | undefined): Answer =>
  value === undefined ? notFound(what) : ok(value)

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : JSON.parse(text)
}
