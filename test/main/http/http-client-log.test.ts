import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { Log } from '../../../src/main/log/log.ts'
import { Redactor } from '../../../src/main/log/redact.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { clientFor, failureOf, startService, testKey } from './local-service.ts'
import { folderOfTest } from '../../folders.ts'

/** A client for a service that always answers this, and the lines that it logs. */
async function logging(status: number, body: string) {
  const directory = folderOfTest()
  const redactor = new Redactor()
  const log = new Log({ directory, redactor })
  onTestFinished(() => log.close())
  const service = await startService((_request, response) => response.writeHead(status).end(body))
  const text = () => readFileSync(join(directory, 'forecourt.log'), 'utf8')
  return {
    client: clientFor(service.baseUrl, { redactor, log }),
    text,
    lines: () =>
      text()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}

const schema = z.object({ autoData: z.object({ year: z.number() }), name: z.string().optional() })

test('what can’t be read is logged with the record, the place, the value and the answer', async () => {
  const body = `{"autoData":{"year":{"odd":1}},"key":"${testKey.replaceAll('"', '\\"')}"}`
  const { client, lines, text } = await logging(200, body)
  await failureOf(ServiceError, client.read('/auto/info', [['auto_id', 38123456]], schema))
  expect(lines()).toMatchObject([
    {
      path: '/auto/info',
      asked: { auto_id: '38123456' },
      code: 'unreadable',
      reason: 'shape',
      field: 'autoData.year',
      value: '{"odd":1}',
      answer: '{"autoData":{"year":{"odd":1}},"key":"[key]"}',
    },
  ])
  expect(text()).not.toContain(testKey.slice(-20))
})

test('a write that is refused is logged with its row', async () => {
  const { client, lines, text } = await logging(422, '{"message":"Ціна замала"}')
  const params: [string, string | number][] = [
    ['auto_id', 7],
    ['note', testKey],
    ['text', 'ї'.repeat(1_000)],
  ]
  await failureOf(ServiceError, client.write('PUT', '/auto/new/autos', params, schema))
  const [line] = lines()
  expect(line).toMatchObject({ method: 'PUT', status: 422, answer: '{"message":"Ціна замала"}' })
  expect(line?.asked).toEqual({ auto_id: '7', note: '[key]', text: 'ї'.repeat(100) })
  expect(text()).not.toContain(testKey.slice(-20))
})

test('of an order no buyer’s data is logged', async () => {
  const { client, lines, text } = await logging(200, '{"autoData":{"year":"Олена"},"name":"Олена Коваль"}')
  await failureOf(ServiceError, client.read('/ria/basket/orders/', [], schema, { kind: 'orders' }))
  expect(lines()).toMatchObject([{ code: 'unreadable', field: 'autoData.year' }])
  expect(text()).not.toContain('Олена')
})
