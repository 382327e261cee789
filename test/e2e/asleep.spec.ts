import { fourCells } from '../sandbox/vehicles/four-ids.ts'
import { expect, test, wholeTest } from './app.ts'
import { bringFile, connect, send, startService } from './service.ts'

// An app of its own: its clock stays an hour ahead.
wholeTest(
  'a send that the service holds up goes on when the computer wakes after the time',
  async ({ app, window }) => {
    test.skip(app.sleep === null)
    const service = await startService(20)
    await connect(window, service, 'Автоцентр')
    const header = 'marka_id,model_id,base_id,equip_id,currency_id,price'
    await service.control.addFault({
      kind: 'status',
      status: 429,
      method: 'POST',
      retryAfter: 3_600,
      count: 1,
    })
    await bringFile(window, {
      name: 'held.csv',
      text: `${header}\n${fourCells(0)},USD,40000\n${fourCells(1)},USD,40001\n`,
    })
    await send(window, 2)
    await expect(window.getByText('The service asked to slow down.')).toBeVisible()
    app.sleep?.(3_700_000)
    // Without a word of the system the time of day is looked at after a minute.
    await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 40_000 })
    await service.close()
  },
)
