import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { refusal, type Answer } from '../http/answers.ts'
import { findFormProblem, readCall, type Call } from '../http/call.ts'
import type { Control } from '../control/control.ts'
import { strikesAfterCommit, type FaultRule, type FaultTable } from '../control/faults.ts'
import { drawPicture } from './pictures.ts'
import type { Service } from './service.ts'

/** How many requests came, by method and path; `/dom/info/7` counts as `/dom/info`. */
export class RequestCounter {
  #counts = new Map<string, number>()

  count(call: Call): void {
    const name = `${call.method} ${call.path.replace(/^(\/dom\/info|\/cdn)\/.*$/, '$1')}`
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  all(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }

  clear(): void {
    this.#counts.clear()
  }
}

export interface Front {
  readonly service: Service
  readonly control: Control
  readonly faults: FaultTable
  readonly requests: RequestCounter
  /** Aborted when the sandbox closes: what still waits is not executed any more. */
  readonly closing: AbortSignal
}

/** Takes one HTTP request: the control address, a picture, or a call of the service with its faults. */
export async function takeRequest(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = readCall(request)
  if (call === undefined) {
    send(response, refusal(400, 'BAD_REQUEST', 'The address of the request can not be read'))
    return
  }
  if (call.path.startsWith('/_control/')) {
    send(response, await front.control.answer(call.path, request))
    return
  }
  request.resume()
  front.requests.count(call)
  const { delay, strike } = front.faults.plan(call.method, call.lastSlash ? `${call.path}/` : call.path)
  // A caller who gives up meanwhile is not noticed: a slow service executes all the same.
  if (delay > 0) await wait(delay, undefined, { signal: front.closing })
  if (strike !== undefined && !strikesAfterCommit(strike)) {
    front.service.recordUnexecuted(
      call,
      strike.kind === 'status' ? String(strike.status ?? 500) : strike.kind,
    )
    hit(strike, response, undefined)
    return
  }
  const answer = execute(front, request, call, strike)
  if (strike === undefined) send(response, answer)
  else hit(strike, response, answer)
}

/** For a failure of the sandbox itself: whoever asked gets an answer all the same. */
export function sendFailure(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else send(response, refusal(500, 'SANDBOX_FAILED', 'The sandbox failed to answer'))
}

function execute(front: Front, request: IncomingMessage, call: Call, strike: FaultRule | undefined): Answer {
  if (call.method === 'GET' && call.path.startsWith('/cdn/')) {
    return { status: 200, value: null, contentType: 'image/svg+xml', raw: drawPicture(call.path) }
  }
  return front.service.answer(call, findFormProblem(request, call), strike?.kind)
}

/** Does to the connection what the fault says; `answer` is there when the request was executed. */
function hit(strike: FaultRule, response: ServerResponse, answer: Answer | undefined): void {
  if (strike.kind === 'never-answer') return
  if (strike.kind === 'cut-body' && answer !== undefined) sendHalf(response, answer)
  else if (strike.kind === 'status') sendInstead(strike, response)
  else response.destroy()
}

function sendInstead(strike: FaultRule, response: ServerResponse): void {
  send(response, {
    status: strike.status ?? 500,
    value: null,
    raw: strike.body ?? '{"error":{"code":"FAULT","message":"A fault was set"}}',
    ...(strike.contentType === undefined ? {} : { contentType: strike.contentType }),
    ...(strike.retryAfter === undefined ? {} : { retryAfter: strike.retryAfter }),
  })
}

/** The body goes out as one string: Node then sends head and body in one write. */
function send(response: ServerResponse, answer: Answer): void {
  const text = textOf(answer)
  response.writeHead(answer.status, headersOf(answer, text)).end(text)
}

/** Promises the whole body, sends the first half and closes. */
function sendHalf(response: ServerResponse, answer: Answer): void {
  const text = textOf(answer)
  response.writeHead(answer.status, headersOf(answer, text))
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}

const textOf = (answer: Answer): string => answer.raw ?? JSON.stringify(answer.value)

const headersOf = (answer: Answer, text: string): Record<string, string | number> => ({
  'content-type': answer.contentType ?? 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(text),
  ...(answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter }),
})
