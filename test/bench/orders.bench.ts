import { join } from 'node:path'
import { openDatabase } from '../../src/main/storage/database.ts'
import { ordersSchema } from '../../src/main/orders/orders-schema.ts'
import { ordersOn } from '../main/orders/orders-on.ts'
import { madeOrders } from './orders/made-orders.ts'
import { measured, type Figure } from './figure.ts'
import { inFolder } from './in-folder.ts'
import { allRounds } from './rounds.ts'

export const name = 'Orders: 10,000 of them, read again and shown'

const size = 10_000
const rounds = 7

/** A reading that is compared with 10,000 saved orders, and the list of them. */
export const run = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const { db } = openDatabase({
      path: join(folder, 'cache.db'),
      schema: ordersSchema,
      synchronous: 'NORMAL',
      now: () => 0,
    })
    const list = madeOrders(size)
    const source = {
      orders: () => Promise.resolve({ total: list.length, orders: list, unreadable: [] }),
      statuses: () => Promise.resolve([{ id: 0, name: 'Нові' }]),
    }
    const orders = ordersOn(db, { source: () => Promise.resolve(source) })
    await orders.readings.read('a')
    const times = await allRounds(rounds, [
      ['read', () => orders.readings.read('a')],
      ['list', () => orders.list()],
    ])
    db.close()
    return [
      {
        name: 'a reading without changes compared',
        ...measured(times.get('read') ?? []),
        unit: 'ms',
        goal: 200,
      },
      {
        name: 'the whole list opened for the window',
        ...measured(times.get('list') ?? []),
        unit: 'ms',
        goal: 200,
      },
    ]
  })
