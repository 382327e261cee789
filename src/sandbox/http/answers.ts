/** Answer of the service before it becomes bytes. */
export interface Answer {
  readonly status: number
  /** Becomes JSON, except in a raw answer. */
  readonly value: unknown
  readonly contentType?: string
  readonly retryAfter?: number
  readonly headers?: Readonly<Record<string, string>>
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

/** Practice has its own form for a wrong path (docs/service/practice.md, "upstream trouble"). */
export const noSuchPath = (path: string, live: boolean): Answer =>
  live
    ? { status: 404, value: { code: 'ResourceNotFound', message: `${path} does not exist` } }
    : notFound('Address')

export const wrongMethod = (allowed: readonly string[]): Answer => ({
  ...refusal(405, 'METHOD_NOT_ALLOWED', 'The address has no such method'),
  headers: { allow: allowed.join(', ') },
})

export const noAccess: Answer = refusal(403, 'API_KEY_UNAUTHORIZED', 'The key has no access to this address')
