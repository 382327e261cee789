import { AddressesInMemory } from '../../../src/main/inventory/address-memory.ts'
import { noLocalData } from '../../../src/main/inventory/advert-addresses.ts'
import { expect, onTestFinished, test } from 'vitest'
import { QuotaLedger } from '../../../src/main/quota/quota-ledger.ts'
import { quotaSchema } from '../../../src/main/quota/quota-table.ts'
import { Redactor } from '../../../src/main/log/redact.ts'
import { paceFor, ServiceClients } from '../../../src/main/context/service-clients.ts'
import { handClock } from '../system/hand-clock.ts'
import { connectionTo, failureOf, startAnswering } from '../http/local-service.ts'
import { Fault } from '../../../src/shared/bridge/failure.ts'
import { databaseOfTest } from '../../databases.ts'

test('the test of a connection counts against its account, and says so where nothing is left', async () => {
  const clock = handClock()
  const db = databaseOfTest(quotaSchema)
  const limits = () => ({ perHour: 1, perMonth: null })
  const ledger = new QuotaLedger({ db, clock, limits })
  const service = await startAnswering([])
  const clients = new ServiceClients(
    { redactor: new Redactor(), clock },
    {
      budget: (account) => ledger.forAccount(account),
      addresses: () => new AddressesInMemory(),
      known: () => noLocalData,
    },
  )
  onTestFinished(async () => {
    await clients.close()
    db.close()
  })
  await clients.probe(connectionTo(service.baseUrl))
  expect(ledger.forAccount('test').used().hour).toBe(1)
  expect(await failureOf(Fault, clients.probe(connectionTo(service.baseUrl)))).toMatchObject({
    code: 'quota',
  })
  expect(service.requests).toHaveLength(1)
})

test.each([
  ['https://service.example', 20],
  ['http://127.0.0.1:8080/api', null],
  ['http://localhost', null],
])('%s is asked at most %s times a second', (baseUrl, pace) => expect(paceFor(baseUrl)).toBe(pace))
