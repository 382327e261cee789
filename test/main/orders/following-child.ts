import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpClient } from '../../../src/main/http/http-client.ts'
import { Redactor } from '../../../src/main/log/redact.ts'
import { OrdersApi } from '../../../src/main/orders/orders-api.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { ordersSchema } from '../../../src/main/orders/orders-schema.ts'
import { ordersOn } from './orders-on.ts'

/** What a life of the process that follows orders is told. */
export interface FollowingLife {
  readonly address: { readonly baseUrl: string; readonly key: string; readonly userId: number }
  readonly path: string
  /** The file to which each change is written that is told. */
  readonly told: string
  /** Where it dies: with changes saved, or with changes claimed; null = wherever it is killed. */
  readonly dieAt: 'found' | 'claimed' | null
  readonly polls: number
}

/** Follows the orders as the app does, until it dies: everything but the moment of death is the app's own code. */
const life = JSON.parse(process.env.FOLLOWING_LIFE ?? '') as FollowingLife
const die = (point: FollowingLife['dieAt']): void => {
  if (life.dieAt === point) process.kill(process.pid, 'SIGKILL')
}

const { db } = openDatabase({
  path: life.path,
  schema: ordersSchema,
  synchronous: 'NORMAL',
  now: () => Date.now(),
})
const redactor = new Redactor()
const client = new HttpClient({
  connection: { accountId: 'a', readAuth: 'query', ...life.address },
  redactor,
})
const api = new OrdersApi(client, (text) => redactor.redact(text))
const orders = ordersOn(db, { source: () => Promise.resolve(api), onChanges: () => die('found') })

function tell(): void {
  const changes = orders.table.changes.claimUnreported('a')
  if (changes.length > 0) die('claimed')
  for (const { id } of changes) appendFileSync(life.told, `${id}\n`)
}

tell()
for (let polls = 0; polls < life.polls; polls += 1) {
  await orders.poll(new AbortController().signal)
  tell()
  await sleep(5)
}
process.exit(0)
