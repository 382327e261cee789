import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { bringFile, send } from './service.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'

const service = serviceOfFile({ adverts: 20, account: 'Автоцентр' })

const created = async (): Promise<number[]> =>
  (await service.control.ledger()).flatMap(({ committed, autoId }) => (committed && autoId ? [autoId] : []))

test('a car that was probably found is confirmed by one press, and never sent again with the others', async ({
  window,
}) => {
  const prices = [7_100, 7_200, 7_300]
  const text = `marka_id,model_id,base_id,equip_id,currency_id,price\n${prices.map((price, at) => `${fourCells(at * 3)},USD,${price}\n`).join('')}`
  await service.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  await service.control.addFault({ kind: 'drop-before', method: 'POST', count: 1 })
  await bringFile(window, { name: 'doubt.csv', text })
  await send(window, 3)
  await window.getByRole('button', { name: 'Check 2 rows with the service' }).click()
  await expect(window.getByText('1 unconfirmed row was probably found on the service')).toBeVisible()
  const [probable = 0] = await created()

  await window.getByRole('button', { name: 'All rows…' }).click()
  await window.getByRole('menuitem', { name: 'Send 1 unconfirmed row again' }).click()
  const dialog = window.getByRole('dialog')
  await expect(dialog.getByText('1 row that was probably found is left out')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send 1 unconfirmed row again' }).click()
  await window.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(async () => (await created()).length).toBe(3)

  const rows = window.getByRole('grid', { name: 'Rows of the import' })
  await rows.locator('[aria-rowindex="2"]').getByRole('gridcell').first().dblclick()
  const pane = window.getByRole('complementary', { name: 'Line 2' })
  await expect(pane.getByLabel('Id of the advert on the service')).toHaveValue(String(probable))
  await pane.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(window.getByText('1 unconfirmed row was probably found')).toBeHidden()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(await created()).toHaveLength(3)
})

test('a row that never arrived is left out by a person’s word, and its file can be imported again', async ({
  window,
}) => {
  const before = (await created()).length
  const text = `marka_id,model_id,base_id,equip_id,currency_id,price\n${fourCells(12)},USD,8100\n`
  await service.control.addFault({ kind: 'drop-before', method: 'POST', count: 1 })
  await bringFile(window, { name: 'lost.csv', text })
  await send(window, 1)
  const rows = window.getByRole('grid', { name: 'Rows of the import' })
  await expect(rows.getByText('Not confirmed')).toBeVisible()
  await rows.locator('[aria-rowindex="2"]').getByRole('gridcell').first().dblclick()
  const pane = window.getByRole('complementary', { name: 'Line 2' })
  await pane.getByRole('button', { name: 'It never arrived' }).click()
  const dialog = window.getByRole('dialog', { name: 'Leave out line 2?' })
  await expect(dialog.getByText(/only if you looked on the service/)).toBeVisible()
  await dialog.getByRole('button', { name: 'It never arrived' }).click()
  await expect(pane.getByText('you decided: It never arrived')).toBeVisible()
  await expect(rows.getByText('Left out')).toBeVisible()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()

  await bringFile(window, { name: 'lost.csv', text })
  await send(window, 1)
  await expect.poll(async () => (await created()).length).toBe(before + 1)
})
