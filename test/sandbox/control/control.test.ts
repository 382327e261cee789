import { expect, it } from 'vitest'
import { SandboxControl } from '../sandbox-control.ts'
import { running } from '../running.ts'
import { create, createQuery, edit, withdraw } from '../vehicles/adverts.ts'

it('obeys only who knows the token', async () => {
  const { sandbox } = await running()
  await expect(new SandboxControl(sandbox.baseUrl, 'wrong').ledger()).rejects.toThrow('CONTROL_TOKEN')
  const withKey = await fetch(`${sandbox.baseUrl}/_control/ledger?api_key=${sandbox.key}`)
  expect(withKey.status).toBe(403)
})

it('refuses a fault that it does not know', async () => {
  const { sandbox } = await running()
  const response = await fetch(`${sandbox.baseUrl}/_control/faults`, {
    method: 'POST',
    headers: { 'x-control-token': sandbox.controlToken },
    body: '{"kind":"earthquake"}',
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('kind')
})

it('writes down every write it received, without the key', async () => {
  const sandbox = await running()
  const id = await create(sandbox, { auto_note: 'Їжак' })
  await edit(sandbox, { auto_id: String(id), price: '5' })
  await sandbox.fetch('POST', '/auto/new/autos', createQuery(sandbox, { currency_id: '9' }))
  await withdraw(sandbox, id)
  const ledger = await sandbox.control.ledger()
  expect(
    ledger.map(({ id, method, committed, autoId, answer }) => [id, method, committed, autoId, answer]),
  ).toEqual([
    [1, 'POST', true, id, '200'],
    [2, 'PUT', true, id, '200'],
    [3, 'POST', false, null, '400'],
    [4, 'DELETE', true, id, '200'],
  ])
  expect(ledger[0]?.params).toMatchObject({ auto_note: 'Їжак', marka_id: '9' })
  expect(JSON.stringify(ledger)).not.toContain(sandbox.sandbox.key)
})

it('counts requests by method and path', async () => {
  const sandbox = await running()
  await sandbox.get('/states')
  await sandbox.get('/states')
  await sandbox.get('/dom/info/7')
  await create(sandbox)
  expect(await sandbox.control.requests()).toEqual({
    'GET /states': 2,
    'GET /dom/info': 1,
    'POST /auto/new/autos': 1,
  })
  await sandbox.control.clearRequests()
  expect(await sandbox.control.requests()).toEqual({})
})
