import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Control } from '../control/control.ts'
import { strikesAfterCommit, type FaultTable } from '../control/faults.ts'
import type { Profile } from '../control/profiles.ts'
import { strike, strikeName } from '../control/strike.ts'
import { refusal, type Answer } from '../http/answers.ts'
import { readCall, takesBody, withBody, type Call } from '../http/call.ts'
import { send } from '../http/send.ts'
import type { PageFacts } from './front-page.ts'
import { findFormProblem } from './access.ts'
import type { RequestCounter } from './request-counter.ts'
import type { Service } from './service.ts'
import { Dice } from '../world/random.ts'

const widths: Readonly<Record<string, number>> = { m: 320, sx: 120, b: 620, f: 1024, fx: 1280 }

/** A small drawing for any address under /cdn/: the same address always gives the same picture. */
function drawPicture(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const width = widths[/(sx|m|b|fx?)\.svg$/.exec(name)?.[1] ?? 'm'] ?? 320
  const dice = new Dice(Number(/(\d{3,})/.exec(name)?.[1] ?? name.length), 4)
  const hue = dice.whole(0, 359)
  const sky = dice.whole(190, 230)
  const house = path.includes('/dom/')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="${width}" height="${(width * 3) / 4}">` +
    `<rect width="320" height="240" fill="hsl(${sky} 45% 82%)"/>` +
    `<rect y="165" width="320" height="75" fill="hsl(${sky} 8% 62%)"/>` +
    `${house ? houseShape(hue) : carShape(hue)}</svg>`
  )
}

const carShape = (hue: number): string =>
  `<path d="M30 160v-28q2-10 16-13l44-8 34-33q6-6 16-6h76q10 0 17 7l29 31q30 5 30 22v28z" fill="hsl(${hue} 45% 45%)"/>` +
  `<path d="M108 110l24-24q4-4 10-4h28v28zM182 82h30q6 0 10 4l21 24h-61z" fill="hsl(${hue} 20% 88%)"/>` +
  '<circle cx="92" cy="162" r="25" fill="#222"/><circle cx="92" cy="162" r="11" fill="#bbb"/>' +
  '<circle cx="234" cy="162" r="25" fill="#222"/><circle cx="234" cy="162" r="11" fill="#bbb"/>'

const houseShape = (hue: number): string =>
  `<path d="M80 100l80-60 80 60v85H80z" fill="hsl(${hue} 30% 60%)"/><path d="M66 106l94-72 94 72z" fill="hsl(${hue} 35% 35%)"/>` +
  '<rect x="145" y="135" width="32" height="50" fill="#543"/><rect x="100" y="120" width="30" height="28" fill="#eef"/>' +
  '<rect x="192" y="120" width="30" height="28" fill="#eef"/>'

/**
 * Page served in addition to the service, to people and without a key: one that says what this is, and the description
 * of the service. Undefined for any other address. Both are loaded when they are first asked for.
 */
async function pageFor(
  { method, url = '/', headers }: IncomingMessage,
  facts: PageFacts,
): Promise<Answer | undefined> {
  if (method !== 'GET') return undefined
  const [path] = url.split('?')
  if (path === '/') {
    const { frontPage } = await import('./front-page.ts')
    return {
      status: 200,
      value: null,
      contentType: 'text/html; charset=utf-8',
      ...frontPage(headers['accept-language'], facts),
    }
  }
  if (path === '/openapi.yaml') {
    const { default: raw } = await import('../../../docs/service/openapi.yaml?raw')
    return { status: 200, value: null, contentType: 'application/yaml; charset=utf-8', raw }
  }
  return undefined
}

/** Answer to a browser that asks first: every method of the service, and the headers that its callers send. */
const preflight = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'accept, authorization, content-type, x-control-token',
  'access-control-max-age': '600',
}

/** Lets pages of any site read the answer: the key is part of the request, never something that a browser adds. */
function allowReading(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', 'retry-after, allow')
}

export interface RequestHandlerParts {
  readonly service: Service
  readonly control: Control
  readonly faults: FaultTable
  readonly requests: RequestCounter
  /** Ms before a call is executed, a fault's own delay on top. */
  readonly latency: number
  /** True if a browser lets pages of any site read the answers. */
  readonly cors: boolean
  readonly page: Omit<PageFacts, 'origin' | 'profile'> & { readonly profile: () => Profile }
  /** Aborted when the sandbox closes: requests that still wait are not executed any more. */
  readonly closing: AbortSignal
}

/** Takes HTTP requests: the control address, a picture, or a call of the service with its faults. */
export class RequestHandler {
  readonly #parts: RequestHandlerParts

  constructor(parts: RequestHandlerParts) {
    this.#parts = parts
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { cors, control } = this.#parts
    if (cors) allowReading(response)
    const call = readCall(request)
    if (call === undefined) {
      send(response, refusal(400, 'BAD_REQUEST', 'The address of the request can not be read'))
    } else if (cors && call.method === 'OPTIONS') {
      request.resume()
      response.writeHead(204, preflight).end()
    } else if (call.path.startsWith('/_control/')) {
      send(response, await control.answer(call.path, request))
    } else if (takesBody(call)) {
      await this.#takeCall(await withBody(call, request), request, response)
    } else {
      request.resume()
      const page = await this.#page(call, request)
      if (page === undefined) await this.#takeCall(call, request, response)
      else send(response, page)
    }
  }

  #page(call: Call, request: IncomingMessage): Promise<Answer | undefined> {
    const { liveWorld, profile } = this.#parts.page
    return pageFor(request, { liveWorld, profile: profile(), origin: call.origin })
  }

  async #takeCall(call: Call, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { faults, requests, service, latency, closing } = this.#parts
    requests.count(call)
    const { method, path, query, lastSlash } = call
    const { delay, strike: fault } = faults.plan(method, lastSlash ? `${path}/` : path, query.get('auto_id'))
    // That a caller gives up meanwhile changes nothing: a slow service executes all the same.
    if (latency + delay > 0) await wait(latency + delay, undefined, { signal: closing })
    if (fault === undefined) {
      send(response, this.#execute(call, request))
    } else if (strikesAfterCommit(fault)) {
      strike(fault, response, this.#execute(call, request, fault.kind))
    } else {
      service.recordUnexecuted(call, strikeName(fault))
      strike(fault, response, undefined)
    }
  }

  #execute(call: Call, request: IncomingMessage, fault?: string): Answer {
    if (call.method === 'GET' && call.path.startsWith('/cdn/')) {
      return { status: 200, value: null, contentType: 'image/svg+xml', raw: drawPicture(call.path) }
    }
    return this.#parts.service.answer(call, findFormProblem(request, call), fault)
  }
}

/** Answers a request on which the sandbox itself failed. */
export function sendFailure(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else send(response, refusal(500, 'SANDBOX_FAILED', 'The sandbox failed to answer'))
}
