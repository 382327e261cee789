/**
 * Compiled, never run: each line that must not compile is expected not to. Where the tables' types grow lax, tsc says
 * "unused @ts-expect-error" here.
 */
import { z } from 'zod'
import { call, type Client, type Handlers } from '#shared/bridge/call.ts'
import type { Publish } from '../../../src/main/bridge/publish.ts'

export const table = {
  'orders:list': call(z.object({ page: z.number() }), z.object({ total: z.number() })),
  'key:forget': call(z.object({}), z.boolean()),
}
type Table = typeof table

export const complete: Handlers<Table> = {
  'orders:list': ({ page }) => ({ total: page }),
  'key:forget': () => true,
}

// @ts-expect-error a call without a handler
export const lacksOne: Handlers<Table> = { 'orders:list': () => ({ total: 1 }) }

export const misspelt: Handlers<Table> = {
  'orders:list': () => ({ total: 1 }),
  // @ts-expect-error a handler under a name that no call has
  'key:forgot': () => true,
}

export const wrongAnswer: Handlers<Table> = {
  ...complete,
  // @ts-expect-error the table says a number
  'orders:list': () => ({ total: 'many' }),
}

export const wrongAsk: Handlers<Table> = {
  ...complete,
  // @ts-expect-error `size` is not asked
  'orders:list': ({ size }) => ({ total: Number(size) }),
}

export async function asks(client: Client<Table>): Promise<unknown> {
  await client('orders:list', { page: 1 })
  // @ts-expect-error no such call
  await client('orders:lost', { page: 1 })
  // @ts-expect-error an ask of the wrong shape
  await client('orders:list', { page: 'one' })
  const reply = await client('key:forget', {})
  // @ts-expect-error a reply may be a failure: its value can't be read before `ok` was looked at
  return reply.value
}

export function publishes(publish: Publish<{ 'orders:changed': z.ZodObject<{ total: z.ZodNumber }> }>): void {
  publish('orders:changed', { total: 1 })
  // @ts-expect-error no such event
  publish('orders:change', { total: 1 })
  // @ts-expect-error a payload of the wrong shape
  publish('orders:changed', { total: '1' })
}
