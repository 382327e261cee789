import type { z } from 'zod'
import type { Failure } from './failure.ts'

/** One call of the bridge: what is asked and what is answered. */
export interface Call<Ask extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  readonly ask: Ask
  readonly answer: Answer
}

export const call = <Ask extends z.ZodType, Answer extends z.ZodType>(
  ask: Ask,
  answer: Answer,
): Call<Ask, Answer> => ({
  ask,
  answer,
})

export type CallTable = Readonly<Record<string, Call>>
export type EventTable = Readonly<Record<string, z.ZodType>>

/** What comes back over the bridge: an Error never crosses it. */
export type Reply<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure }

export type AskOf<C extends Call> = z.input<C['ask']>
export type AnswerOf<C extends Call> = z.output<C['answer']>

/**
 * What main must answer: a table without one call, or with one too many, does not compile. `Signal` is the AbortSignal of
 * the room that answers, which this one can't name.
 */
export type Handlers<Table extends CallTable, Signal extends AbortSignalLike = AbortSignalLike> = {
  readonly [Name in keyof Table]: (
    ask: z.output<Table[Name]['ask']>,
    signal: Signal,
  ) => z.input<Table[Name]['answer']> | Promise<z.input<Table[Name]['answer']>>
}

/** What the renderer may ask. */
export type Client<Table extends CallTable> = <Name extends keyof Table & string>(
  name: Name,
  ask: AskOf<Table[Name]>,
  options?: { readonly signal?: AbortSignalLike },
) => Promise<Reply<AnswerOf<Table[Name]>>>

/** The part of AbortSignal that this room, which knows no DOM, can name; every real AbortSignal fits. */
export interface AbortSignalLike {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export type EventPayload<Table extends EventTable, Name extends keyof Table> = z.output<Table[Name]>
