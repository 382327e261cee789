import type { Unread } from '#shared/bridge/unread.ts'
import { exitCodes, type ExitCode, type Output } from './output.ts'

/** Says how much could not be read and the first reason; the command then ends with 1. */
export function sayUnread(
  unread: Unread,
  words: (said: { readonly count: number }) => string,
  output: Output,
): ExitCode {
  if (unread === null) return exitCodes.done
  const { count, first } = unread
  output.say(`${words({ count })}. ${first.words} ${first.next}`)
  return exitCodes.partly
}
