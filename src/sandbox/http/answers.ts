/** What the service answers before it becomes bytes. */
export interface Answer {
  readonly status: number
  /** Becomes JSON, except in a raw answer. */
  readonly value: unknown
  readonly contentType?: string
  readonly retryAfter?: number
  /** Sent as it is, instead of `value`. */
  readonly raw?: string
}

export const ok = (value: unknown): Answer => ({ status: 200, value })

/** `{"error":{"code","message"}}`: the usual form (docs/service/practice.md, "errors"). */
export const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  value: { error: { code, message } },
})

/** `{"message":"Not Enough Data"}`: a required parameter is missing (docs/service/practice.md, "errors"). */
export const notEnoughData: Answer = { status: 400, value: { message: 'Not Enough Data' } }

export const notFound = (what: string): Answer => refusal(404, 'NOT_FOUND', `${what} not found`)
