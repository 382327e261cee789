import { afterEach, beforeEach, expect, it } from 'vitest'
import { advertPort } from '../../src/main/batch-ports.ts'
import { createBatchApi } from '../../src/main/batch/sending/batch-api.ts'
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { accountId, connectTo } from './batch/connect-to.ts'
import { car } from './batch/dealership.ts'

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startSandbox({ databasePath: ':memory:', adverts: 10 })
})
afterEach(() => sandbox.close())

it('keeps the result of a write if the cache refuses it', async () => {
  const { client, inventory } = connectTo(sandbox)
  const said: unknown[] = []
  const port = advertPort(
    {
      connection: { accountId, readAuth: 'query', ...sandbox },
      batch: createBatchApi(client),
      inventory,
    },
    {
      noteWritten: () => {
        throw new Error('database is locked')
      },
    },
    { warn: (_event, details) => said.push(details) },
  )
  const create = { operation: 'create', payload: car() } as const
  const { lastInsertId } = await port.write(create, AbortSignal.timeout(9_000))
  expect(lastInsertId).toBeGreaterThan(0)
  expect(() => port.noteWritten?.(create, lastInsertId)).not.toThrow()
  expect(said).toMatchObject([{ autoId: lastInsertId }])
  await client.close()
})
