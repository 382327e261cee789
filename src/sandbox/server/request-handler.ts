import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Control } from '../control/control.ts'
import { strikesAfterCommit, type FaultTable } from '../control/faults.ts'
import type { Profile } from '../control/profiles.ts'
import { strike, strikeName } from '../control/strike.ts'
import { refusal, type Answer } from '../http/answers.ts'
import { readCall, takesBody, withBody, type Call } from '../http/call.ts'
import { send } from '../http/send.ts'
import { allowReading, preflight } from './cors.ts'
import type { PageFacts } from './front-page.ts'
import { pageFor } from './pages.ts'
import { findFormProblem } from './access.ts'
import { drawPicture } from './pictures.ts'
import type { RequestCounter } from './request-counter.ts'
import type { Service } from './service.ts'

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
