import { changeableFields } from '#shared/batch/field-lists.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { StockAnswer } from '#shared/stock/stock-plan-calls.ts'
import type { Forecourt } from '../assemble.ts'
import { keepAnswer } from '../stock/keep-answer.ts'
import { systemClock, timestamp } from '../system/clock.ts'
import { readStockKey } from '../writes/stock-key.ts'
import type { Action, Actions } from './command-help.ts'
import { UsageError } from './usage-error.ts'

/** Actions of `links`, in the order of its help. */
export const linkActions = {
  list: { meaning: m.stock_cli_links_does_list },
  set: { takes: 'KEY ID', meaning: m.stock_cli_links_does_set },
  move: { takes: 'OLD NEW', meaning: m.stock_cli_links_does_move },
  cut: { takes: 'KEY', meaning: m.stock_cli_links_does_cut },
  new: { takes: 'KEY', meaning: m.stock_cli_links_does_new },
  apart: { takes: 'KEY OTHER', meaning: m.stock_cli_links_does_apart },
  pin: { takes: 'KEY FIELD', meaning: m.stock_cli_links_does_pin },
  unpin: { takes: 'KEY FIELD', meaning: m.stock_cli_links_does_unpin },
  take: { takes: 'KEY FIELD', meaning: m.stock_cli_links_does_take },
  outside: { takes: 'ID', meaning: m.stock_cli_links_does_outside },
  inside: { takes: 'ID', meaning: m.stock_cli_links_does_inside },
  export: { takes: 'FILE', meaning: m.stock_cli_links_does_export },
  import: { takes: 'FILE', meaning: m.stock_cli_links_does_import, options: ['--commit'] },
} as const satisfies Actions
export type LinkAction = keyof typeof linkActions

/** Words typed behind `links`: an action that is an answer, and what it is about. */
interface Typed {
  readonly action: Exclude<LinkAction, 'list' | 'export' | 'import'>
  readonly first: string | undefined
  readonly second: string | undefined
}

type Answering = (typed: Typed) => StockAnswer

/** The answers that are about a key. */
const answers: Readonly<Record<Exclude<Typed['action'], 'outside' | 'inside'>, Answering>> = {
  set: ({ first, second }) => ({ answer: 'link', key: keyOf(first), autoId: idOf(second) }),
  move({ first, second }) {
    const [from, key] = twoKeysOf(first, second)
    return { answer: 'move', key, from }
  },
  cut: ({ first }) => ({ answer: 'cut', key: keyOf(first) }),
  new: ({ first }) => ({ answer: 'new', key: keyOf(first) }),
  apart({ first, second }) {
    const [key, other] = twoKeysOf(first, second)
    return { answer: 'apart', key, other }
  },
  pin: ({ first, second }) => ({ answer: 'pin', key: keyOf(first), field: fieldOf(second), pinned: true }),
  unpin: ({ first, second }) => ({ answer: 'pin', key: keyOf(first), field: fieldOf(second), pinned: false }),
  take: ({ first, second }) => ({ answer: 'take-file', key: keyOf(first), field: fieldOf(second) }),
}

/** @throws UsageError unless the action has the words that it takes, and no more */
export function checkWords(action: LinkAction, words: readonly string[]): void {
  const { takes = '' }: Action = linkActions[action]
  const names = takes.split(' ').filter(Boolean)
  const what = names[words.length]
  if (what !== undefined) throw new UsageError(m.cli_action_needs({ action: `links ${action}`, what }))
  const value = words[names.length]
  if (value !== undefined) throw new UsageError(m.stock_cli_links_too_much({ value, action }))
}

/** Keeps an answer, by which the next plan goes. @throws UsageError, Fault `usage`, `engine-locked` */
export async function keepTyped(forecourt: Forecourt, typed: Typed): Promise<void> {
  const { action, first } = typed
  if (action === 'outside' || action === 'inside')
    await setOutside(forecourt, idOf(first), action === 'outside')
  else await keepAnswer(forecourt.stock, answers[action](typed))
}

async function setOutside(
  { context: { accounts }, batches, inventory, team }: Forecourt,
  autoId: number,
  isOutside: boolean,
): Promise<void> {
  const { accountId } = await accounts.owner()
  if (isOutside && inventory.table.known.neverCached(accountId, [autoId]).length > 0)
    throw new UsageError(m.stock_cli_links_not_own({ advert: autoId }))
  const { linkAnswers } = batches.recovery.ensureLock().tables
  await team.changeLinks(accountId, () =>
    linkAnswers.outside(accountId, autoId, isOutside, timestamp(systemClock)),
  )
}

function keyOf(text: string | undefined): string {
  const key = readStockKey(text ?? '')
  if (!key) throw new UsageError(m.stock_cli_links_no_key())
  return key.key
}

/** @throws UsageError if both are the same: a number is not apart from itself, and moves nowhere */
function twoKeysOf(first: string | undefined, second: string | undefined): readonly [string, string] {
  const one = keyOf(first)
  const other = keyOf(second)
  if (one === other) throw new UsageError(m.stock_cli_links_same_key({ value: one }))
  return [one, other]
}

function idOf(text: string | undefined): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id <= 0)
    throw new UsageError(m.stock_cli_links_no_id({ value: text ?? '' }))
  return id
}

/** Fields that a file may change: the currency goes with the price. */
const pinnable = changeableFields.filter((field) => field !== 'currency_id')

/** @throws UsageError that lists the fields, as columns of a file call them */
function fieldOf(text = ''): FieldName {
  const field = pinnable.find((name) => name === text.trim().toLowerCase())
  if (field === undefined)
    throw new UsageError(m.stock_cli_links_no_field({ value: text, known: pinnable.join(', ') }))
  return field
}
