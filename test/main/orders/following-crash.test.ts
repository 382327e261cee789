import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { running } from '../../sandbox/running.ts'
import type { FollowingLife } from './following-child.ts'
import { ordersSchema } from '../../../src/main/orders/orders-schema.ts'
import { ordersOn } from './orders-on.ts'
import { scriptPath } from '../../scripts.ts'
import { spread } from '../../whole.ts'
import { folderOfTest } from '../../folders.ts'

const child = scriptPath('following-child')

/** Runs one life; `killAfter` ms it is killed wherever it is. */
async function live(life: FollowingLife, killAfter: number | null): Promise<void> {
  const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, FOLLOWING_LIFE: JSON.stringify(life) },
  })
  const ended = once(running, 'exit')
  if (killAfter !== null) {
    await sleep(killAfter)
    running.kill('SIGKILL')
  }
  await ended
}

const deaths = ['found', 'claimed', null, 'found', null, 'claimed', null] as const

test('killed at any moment, it misses no change and tells none twice', { timeout: 300_000 }, async () => {
  const { sandbox, control } = await running({ adverts: 400 })
  const folder = folderOfTest()
  const life = {
    address: { baseUrl: sandbox.baseUrl, key: sandbox.key, userId: sandbox.userId },
    path: join(folder, 'cache.db'),
    told: join(folder, 'told'),
  }
  await live({ ...life, dieAt: null, polls: 1 }, null)
  const came: number[] = []
  for (const [age, dieAt] of spread([...deaths.entries()], 5)) {
    for (let count = 0; count < 2; count += 1) came.push((await control.putOrder({})).order_id)
    await live({ ...life, dieAt, polls: dieAt === null ? 1_000 : 1 }, dieAt === null ? 350 + age * 90 : null)
  }
  await live({ ...life, dieAt: null, polls: 1 }, null)

  const { db } = openDatabase({
    path: life.path,
    schema: ordersSchema,
    synchronous: 'NORMAL',
    now: () => 0,
  })
  onTestFinished(() => db.close())
  const found = db.prepare('SELECT id, order_id AS orderId, kind FROM order_changes WHERE seen = 0').all()
  expect(found.map(({ orderId, kind }) => [orderId, kind])).toEqual(came.map((id) => [id, 'came']))
  const told = existsSync(life.told) ? readFileSync(life.told, 'utf8').trim().split('\n').map(Number) : []
  expect(new Set(told).size).toBe(told.length)
  const ids = found.map(({ id }) => Number(id))
  expect(told.every((id) => ids.includes(id))).toBe(true)
  // What was claimed by a life that ended before it told is marked in the list, and nothing waits to be told.
  const orders = ordersOn(db, { source: () => Promise.reject(new Error('offline')) })
  expect([await orders.unseen(), orders.table.changes.claimUnreported('a')]).toEqual([came.length, []])
  expect(told.length).toBeGreaterThan(0)
  expect(told.length).toBeLessThan(came.length)
})
