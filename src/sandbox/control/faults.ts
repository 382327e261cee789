import { z } from 'zod'
import { practiceErrorNames } from './practice-errors.ts'

/**
 * A fault set through the control address. `method`, `path` and `advert` narrow it. A path that ends in `*` is a
 * prefix, and one that ends in `/` means this form alone. Any other also means the form with a last slash. `skip` lets
 * the first requests that match pass, `count` ends the fault after so many; without a count it stays until cleared.
 */
const faultFields = z.strictObject({
  kind: z.enum([
    'delay',
    'drop-before',
    'drop-after-commit',
    'never-answer',
    'cut-body',
    'short-list',
    'status',
    'error',
  ]),
  method: z.string().optional(),
  path: z.string().optional(),
  /** Only requests whose parameter `auto_id` is this one. */
  advert: z.int().positive().optional(),
  count: z.int().positive().optional(),
  skip: z.int().nonnegative().optional(),
  /** delay: how long, in milliseconds. */
  ms: z.number().nonnegative().optional(),
  /** short-list: how many entries each list of the answer keeps, while its counts stay as they are. */
  keep: z.int().nonnegative().optional(),
  /** status: the status that is answered instead. */
  status: z.int().min(100).max(599).optional(),
  /** status, error: seconds for the Retry-After header. */
  retryAfter: z.int().nonnegative().optional(),
  /** error: which of the refusals of practice is answered instead. */
  error: z.enum(practiceErrorNames).optional(),
  body: z.string().optional(),
  contentType: z.string().optional(),
  /** status, error, never-answer: the request is executed all the same. */
  afterCommit: z.boolean().optional(),
})

/** The field that a kind requires. */
const needed = { delay: 'ms', status: 'status', 'short-list': 'keep', error: 'error' } as const

/** A misspelt or missing field is refused: a fault that does not strike would prove nothing. */
export const faultRuleSchema = faultFields.superRefine((rule, context) => {
  const field = rule.kind in needed ? needed[rule.kind as keyof typeof needed] : undefined
  if (field !== undefined && rule[field] === undefined)
    context.addIssue({ code: 'custom', path: [field], message: `${rule.kind} needs ${field}` })
})
export type FaultRule = z.infer<typeof faultRuleSchema>

interface Armed {
  readonly id: number
  readonly rule: FaultRule
  skips: number
  left: number
}

/** Plan for one request: it waits, then at most one other fault strikes. */
export interface FaultPlan {
  readonly delay: number
  readonly strike: FaultRule | undefined
}

export class FaultTable {
  #armed: Armed[] = []
  #lastId = 0

  /** Returns the number of the fault. */
  add(rule: FaultRule): number {
    this.#lastId++
    this.#armed.push({ id: this.#lastId, rule, skips: rule.skip ?? 0, left: rule.count ?? Infinity })
    return this.#lastId
  }

  clear(): void {
    this.#armed = []
  }

  /** Uses up one turn of each delay that matches and of the first other fault that does. */
  plan(method: string, path: string, advert: string | null = null): FaultPlan {
    let delay = 0
    let strike: FaultRule | undefined
    for (const armed of this.#armed) {
      if (!matches(armed.rule, method, path) || !isAbout(armed.rule, advert)) continue
      const isDelay = armed.rule.kind === 'delay'
      if ((!isDelay && strike !== undefined) || !takeTurn(armed)) continue
      if (isDelay) delay += armed.rule.ms ?? 0
      else strike = armed.rule
    }
    this.#armed = this.#armed.filter((armed) => armed.left > 0)
    return { delay, strike }
  }
}

/** True if the request is executed before the fault strikes. */
export const strikesAfterCommit = (rule: FaultRule): boolean =>
  rule.kind === 'drop-after-commit' ||
  rule.kind === 'cut-body' ||
  rule.kind === 'short-list' ||
  rule.afterCommit === true

function takeTurn(armed: Armed): boolean {
  if (armed.skips > 0) {
    armed.skips--
    return false
  }
  armed.left--
  return true
}

const isAbout = (rule: FaultRule, advert: string | null): boolean =>
  rule.advert === undefined || String(rule.advert) === advert

function matches(rule: FaultRule, method: string, path: string): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== method) return false
  if (rule.path === undefined) return true
  if (rule.path.endsWith('*')) return path.startsWith(rule.path.slice(0, -1))
  return rule.path === path || `${rule.path}/` === path
}
