import { fourIds } from '../sandbox/vehicles/four-ids.ts'
import { expect, test } from './app.ts'
import { bringFile, connect, readStock, send, startService } from './service.ts'

/** How the service may answer: to its contract, as it is seen in practice, and with new vehicles at addresses of their own. */
const modes = [
  ['contract', { profile: 'contract' }],
  ['new-elsewhere', { profile: 'live', newElsewhere: true }],
] as const

for (const [name, mode] of modes)
  test(`${name}: what is imported is edited and undone`, async ({ window }) => {
    const service = await startService(60, undefined, mode)
    try {
      await connect(window, service, name)
      await readStock(window)
      const { marka_id, model_id, base_id, equip_id } = fourIds()
      const ids = [marka_id, model_id, base_id, equip_id].join()
      const created = `marka_id,model_id,base_id,equip_id,currency_id,price\n${ids},USD,20000\n`
      await bringFile(window, { name: `${name}-new.csv`, text: created })
      await send(window, 1)
      await expect(window.getByText('Finished', { exact: true })).toBeVisible()
      const id = (await service.control.ledger())[0]?.autoId ?? 0
      expect(id < 10_000_000).toBe(name === 'new-elsewhere')

      await bringFile(window, {
        name: `${name}-prices.csv`,
        text: `auto_id,currency_id,price\n${id},USD,20500\n`,
      })
      await expect(window.getByRole('gridcell', { name: /\$20,000 → \$20,500/ })).toBeVisible()
      await send(window, 1)
      await expect(window.getByText('Finished', { exact: true })).toBeVisible()
      expect((await service.control.advert(id))?.price).toBe(20_500)

      await window.getByRole('button', { name: 'Undo…' }).click()
      await window.getByRole('button', { name: 'Send 1 row' }).click()
      await expect(window.getByText('Finished', { exact: true })).toBeVisible()
      expect((await service.control.advert(id))?.price).toBe(20_000)
    } finally {
      await service.close()
    }
  })
