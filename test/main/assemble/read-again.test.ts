import { expect, onTestFinished, test } from 'vitest'
import type { AccountOverrides } from '../../../src/main/accounts/account-identity.ts'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { readAgain } from '../../../src/main/assemble/read-again.ts'
import { SandboxControl } from '../../sandbox/sandbox-control.ts'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { assembledIn } from '../assembled.ts'
import { folderOfTest } from '../../folders.ts'

/** The whole of main on a new data folder. */
function assembled(overrides: AccountOverrides): Forecourt {
  const dataDir = folderOfTest()
  const forecourt = assembledIn(dataDir, { overrides })
  onTestFinished(() => forecourt.close())
  return forecourt
}

/** A dealer's account at a service that counts its requests. */
async function dealer() {
  const service = await startSandbox({ databasePath: ':memory:', adverts: 40 })
  onTestFinished(() => service.close())
  const control = new SandboxControl(service.baseUrl, service.controlToken)
  const { baseUrl, userId, key } = service
  return {
    forecourt: assembled({ baseUrl, userId, key }),
    account: { baseUrl, userId, key },
    /** What was asked for since the last time. */
    asked: async (): Promise<string[]> => {
      const requests = Object.keys(await control.requests())
      await control.clearRequests()
      return [...new Set(requests.map((each) => (each.includes('/basket/') ? 'orders' : 'stock')))].sort()
    },
  }
}

test('what was read before is brought up to date, and nothing else', async () => {
  const { forecourt, asked } = await dealer()
  await forecourt.orders.refresh()
  await asked()
  await readAgain(forecourt)
  expect(await asked()).toEqual(['orders'])
  await forecourt.inventorySync.sync()
  await asked()
  await readAgain(forecourt)
  expect(await asked()).toEqual(['orders', 'stock'])
})

test('the sandbox costs nothing and is read at once', async () => {
  const forecourt = assembled({})
  await readAgain(forecourt)
  expect((await forecourt.inventorySync.state()).syncedAt).not.toBeNull()
  expect((await forecourt.orders.list()).readAt).not.toBeNull()
})

test('an account that becomes active meanwhile is not read by the rules of the one before it', async () => {
  const forecourt = assembled({})
  const { asked, account } = await dealer()
  const { key, ...address } = account
  const { accounts: service } = forecourt.context
  const { accounts } = await service.save({ name: 'Dealer', readAuth: 'query', ...address })
  const id = accounts.find((each) => each.userId === account.userId && each.name === 'Dealer')?.id ?? ''
  await service.setKey(id, key)
  await asked()
  const reading = readAgain(forecourt)
  await service.activate(id)
  await reading
  expect(await asked()).toEqual([])
})
