import { describe, expect, test } from 'vitest'
import { createBatchApi } from '../../../src/main/batch/sending/service-adverts.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import type { AdvertWrite } from '../../../src/main/writes/advert-write.ts'
import { running } from '../../sandbox/running.ts'
import { fourIds } from '../../sandbox/vehicles/four-ids.ts'
import { apiClient } from '../http/api-client.ts'
import { clientFor, failureOf, startAnswering } from '../http/local-service.ts'

const create: AdvertWrite = {
  operation: 'create',
  payload: {
    ...fourIds(),
    currency_id: 1,
    price: 25_000.5,
    auto_note: 'Новий, "з салону" & 100%',
    version: 'X5 3.0d',
    in_stock: 1,
    test_drive: 0,
  },
}
const edit: AdvertWrite = {
  operation: 'edit',
  payload: { auto_id: 5, currency_id: 3, price: 900_000, test_drive: undefined },
}
const remove: AdvertWrite = { operation: 'delete', payload: { auto_id: 5 } }

const head = `/auto/new/autos?api_key=${'k'.repeat(40)}&user_id=77`

describe('the request line of', () => {
  test.each([
    [
      create,
      `POST ${head}&marka_id=9&model_id=96&base_id=${fourIds().base_id}&equip_id=${fourIds().equip_id}&currency_id=1&price=25000.5` +
        '&auto_note=%D0%9D%D0%BE%D0%B2%D0%B8%D0%B9%2C%20%22%D0%B7%20%D1%81%D0%B0%D0%BB%D0%BE%D0%BD%D1%83%22%20%26%20100%25' +
        '&version=X5%203.0d&in_stock=1&test_drive=0',
    ],
    [edit, `PUT ${head}&auto_id=5&currency_id=3&price=900000`],
    [remove, `DELETE ${head}&auto_id=5`],
  ])('$operation', async (row, line) => {
    const service = await startAnswering({ num_rows: 1, last_insert_id: 0 })
    await createBatchApi(clientFor(service.baseUrl, {}, { key: 'k'.repeat(40) })).write(row)
    expect(service.requests[0]?.line).toBe(line)
    expect(service.requests[0]?.headers.accept).toBe('application/json')
  })
})

describe('the answer', () => {
  const answered = async (json: unknown) =>
    createBatchApi(clientFor((await startAnswering(json)).baseUrl)).write(create)

  test.each([
    [
      { num_rows: 1, last_insert_id: 38 },
      { numRows: 1, lastInsertId: 38 },
    ],
    [[{ num_rows: '1', last_insert_id: '38' }], { numRows: 1, lastInsertId: 38 }],
    [{ num_rows: 0 }, { numRows: 0, lastInsertId: 0 }],
    [JSON.stringify({ num_rows: 1, last_insert_id: 38 }), { numRows: 1, lastInsertId: 38 }],
  ])('%j', async (json, result) => expect(await answered(json)).toEqual(result))

  test.each([{}, [], { num_rows: null }, 'done', 1])('%j says nothing and is unreadable', async (json) => {
    expect(await failureOf(ServiceError, answered(json))).toMatchObject({ code: 'unreadable', sent: 'maybe' })
  })
})

test('create, edit and delete at the sandbox', async () => {
  const { sandbox, control } = await running({ adverts: 50 })
  const api = createBatchApi(apiClient(sandbox))
  const made = await api.write(create)
  expect(made.numRows).toBe(1)
  expect(await control.advert(made.lastInsertId)).toMatchObject({ deleted: false })
  const changed: AdvertWrite = {
    operation: 'edit',
    payload: { auto_id: made.lastInsertId, currency_id: 2, price: 19_999, auto_note: 'Інший текст' },
  }
  expect(await api.write(changed)).toEqual({ numRows: 1, lastInsertId: 0 })
  expect(JSON.stringify(await control.advert(made.lastInsertId))).toContain('Інший текст')
  const gone: AdvertWrite = { operation: 'delete', payload: { auto_id: made.lastInsertId } }
  expect(await api.write(gone)).toEqual({ numRows: 1, lastInsertId: 0 })
  expect(await control.advert(made.lastInsertId)).toMatchObject({ deleted: true })
})

describe('a create at a sandbox with a fault', () => {
  test.each([
    ['drop-before', false, { code: 'network', sent: 'maybe', answered: false }],
    ['drop-after-commit', true, { code: 'network', sent: 'maybe', answered: false }],
    ['cut-body', true, { code: 'network', sent: 'maybe', answered: true }],
    ['never-answer', false, { code: 'timeout', sent: 'maybe', answered: false }],
  ] as const)('%s', async (kind, committed, facts) => {
    const { sandbox, control } = await running({ adverts: 50 })
    await control.addFault({ method: 'POST', path: '/auto/new/autos', kind, count: 1 })
    const api = createBatchApi(apiClient(sandbox, { writeLimitMs: 500 }))
    expect(await failureOf(ServiceError, api.write(create))).toMatchObject(facts)
    const ledger = await control.ledger()
    expect(ledger).toHaveLength(1)
    expect(ledger[0]?.committed).toBe(committed)
  })

  test('a status in the service’s own words', async () => {
    const { sandbox, control } = await running({ adverts: 50 })
    const body = '{"message":"Not Enough Data"}'
    await control.addFault({
      method: 'POST',
      path: '/auto/new/autos',
      kind: 'status',
      status: 400,
      body,
      count: 1,
    })
    const error = await failureOf(ServiceError, createBatchApi(apiClient(sandbox)).write(create))
    expect(error).toMatchObject({ code: 'rejected', status: 400, serviceCode: 'NOT_ENOUGH_DATA' })
  })
})
