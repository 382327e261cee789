import type { z } from 'zod'
import type { Failure } from './failure.ts'

/** One call of the bridge: what is requested and what is answered. */
export interface Call<Request extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  readonly request: Request
  readonly answer: Answer
}

export const call = <Request extends z.ZodType, Answer extends z.ZodType>(
  request: Request,
  answer: Answer,
): Call<Request, Answer> => ({ request, answer })

export type CallTable = Readonly<Record<string, Call>>
export type EventTable = Readonly<Record<string, z.ZodType>>

/** Answer over the bridge: an Error never crosses it. */
export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure }

export type RequestOf<C extends Call> = z.input<C['request']>
export type AnswerOf<C extends Call> = z.output<C['answer']>

/**
 * Answers that main must give: a table without one call, or with one too many, does not compile. `Signal` is the
 * AbortSignal of the room that answers, which this one can't name.
 */
export type Handlers<Table extends CallTable, Signal extends AbortSignalLike = AbortSignalLike> = {
  readonly [Name in keyof Table]: (
    request: z.output<Table[Name]['request']>,
    signal: Signal,
  ) => z.input<Table[Name]['answer']> | Promise<z.input<Table[Name]['answer']>>
}

/** Calls main from the window. */
export type Client<Table extends CallTable> = <Name extends keyof Table & string>(
  name: Name,
  request: RequestOf<Table[Name]>,
  options?: { readonly signal?: AbortSignalLike },
) => Promise<Reply<AnswerOf<Table[Name]>>>

/** The part of AbortSignal that this room, which knows no DOM, can name; every real AbortSignal fits. */
export interface AbortSignalLike {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export type EventPayload<Table extends EventTable, Name extends keyof Table> = z.output<Table[Name]>
