import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../eventually.ts'
import { Desks } from '../../team/desks.ts'
import { car, planned, source } from '../batch/dealership.ts'

let desks: Desks
beforeEach(async () => {
  desks = await Desks.open()
})
afterEach(() => desks.close())

test('a desk with a batch under way joins no team: its rows would be sent without permits', async () => {
  const window = desks.desk('Olena').openWindow()
  const { accountId, userId } = await window.accounts.owner()
  const membership = await window.membership()
  expect(() => membership.refuseSecond()).not.toThrow()
  const { batches } = window
  const rows = [planned(2, 'create', car({ price: 9_000 }))]
  const { id } = await batches.planner.plan({ ...source(userId), accountId }, rows)
  batches.recovery.ensureLock()
  await desks.control.addFault({ kind: 'status', status: 429, retryAfter: 3_600, method: 'POST' })
  await batches.control.send(id)
  await eventually(() => expect(batches.reader.get(id).state).toBe('waiting'))
  const sending = expect.objectContaining({ code: 'team', details: { reason: 'sending' } }) as unknown
  await expect(membership.join('any code')).rejects.toEqual(sending)
  const asked = { server: 'postgresql://postgres@localhost/postgres', password: '', ca: null, name: 'Olena' }
  await expect(membership.begin(asked)).rejects.toEqual(sending)
  batches.control.pause(id)
  await expect(membership.join('any code')).rejects.toMatchObject({ details: { reason: 'code' } })
  await window.close()
})
