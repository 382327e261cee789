import type { ServerResponse } from 'node:http'
import type { Answer } from '../http/answers.ts'
import { send, sendHalf } from '../http/send.ts'
import type { FaultRule } from './faults.ts'
import { practiceErrors } from './practice-errors.ts'

/** Does to the connection what the fault says; `answer` is undefined if the request was not executed. */
export function strike(rule: FaultRule, response: ServerResponse, answer: Answer | undefined): void {
  if (rule.kind === 'never-answer') return
  if (rule.kind === 'cut-body' && answer !== undefined) sendHalf(response, answer)
  else if (rule.kind === 'short-list' && answer !== undefined)
    send(response, shortened(answer, rule.keep ?? 0))
  else if (rule.kind === 'status') send(response, answerInstead(rule))
  else if (rule.kind === 'error') send(response, errorInstead(rule))
  else response.destroy()
}

/** The answer with the first entries alone of each of its lists; numbers that count them stay. */
const shortened = (answer: Answer, keep: number): Answer => ({
  ...answer,
  value: Object.fromEntries(
    Object.entries(answer.value ?? {}).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? value.slice(0, keep) : value,
    ]),
  ),
})

const answerInstead = (rule: FaultRule): Answer => ({
  status: rule.status ?? 500,
  value: null,
  raw: rule.body ?? '{"error":{"code":"FAULT","message":"A fault was set"}}',
  ...(rule.contentType === undefined ? {} : { contentType: rule.contentType }),
  ...(rule.retryAfter === undefined ? {} : { retryAfter: rule.retryAfter }),
})

function errorInstead({ error, retryAfter }: FaultRule): Answer {
  const answer: Answer = practiceErrors[error ?? 'NOT_FOUND']
  return retryAfter === undefined ? answer : { ...answer, retryAfter }
}

/** Name in the ledger of a fault that kept a write from being executed. */
export const strikeName = (rule: FaultRule): string =>
  rule.kind === 'status' ? String(rule.status ?? 500) : (rule.error ?? rule.kind)
