import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { notFound, ok, refusal, type Answer } from '../http/answers.ts'
import { sameSecret } from '../http/call.ts'
import { faultRuleSchema, type FaultTable } from './faults.ts'
import { orderChangeSchema } from '../orders/orders.ts'
import { quirkNames, type Quirks } from './quirks.ts'
import type { Service } from '../server/service.ts'

export interface ControlParts {
  readonly token: string
  readonly service: Service
  readonly faults: FaultTable
  readonly quirks: Quirks
  readonly requests: { all(): Record<string, number>; clear(): void }
  readonly userId: number
}

const quirksSchema = z.object({ on: z.array(z.enum(quirkNames)) })

type Handler = (body: unknown, rest: string) => Answer

/** The address outside the contract's paths by which a test or a person steers the sandbox. */
export class Control {
  readonly #parts: ControlParts
  readonly #routes: Readonly<Record<string, Handler>>

  constructor(parts: ControlParts) {
    this.#parts = parts
    const { service, faults, quirks, requests } = parts
    this.#routes = {
      'POST faults': (body) => ok({ id: faults.add(faultRuleSchema.parse(body)) }),
      'DELETE faults': () => done(() => faults.clear()),
      'POST quirks': (body) => done(() => quirks.set(quirksSchema.parse(body).on)),
      'GET ledger': () => ok(service.ledger.all()),
      'GET requests': () => ok(requests.all()),
      'DELETE requests': () => done(() => requests.clear()),
      'GET adverts': (_, rest) => (rest === '' ? this.#counts() : this.#advert(Number(rest))),
      'POST orders': (body) => ok(service.orders.put(orderChangeSchema.parse(body))),
      'POST reset': () => done(() => this.#reset()),
    }
  }

  /** Only for who knows the token; a body that is not understood is refused with what is wrong in it. */
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

  #advert(id: number): Answer {
    const facts = this.#parts.service.vehicles.find(id)
    return facts === undefined ? notFound('Advert') : ok(facts)
  }

  #counts(): Answer {
    const { service, userId } = this.#parts
    const all = service.vehicles.all()
    const deleted = all.filter((facts) => facts.deleted).length
    return ok({
      total: all.length - deleted,
      own: service.vehicles.ownedBy(userId).length,
      written: service.vehicles.writtenCount(),
      deleted,
    })
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

async function readJson(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString('utf8')
  return text === '' ? {} : JSON.parse(text)
}
