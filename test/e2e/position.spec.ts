import { quirkNames, type QuirkName } from '../../src/sandbox/control/quirks.ts'
import { expect, test } from './app.ts'
import { connect, goTo, inventoryAtRest, readStock, startService, type Service } from './service.ts'

const siteAddress = 'https://site.example/search/?brand.id[0]=9&year[0].gte=2018&colour=red'
const worlds: readonly (readonly [name: string, quirks: readonly QuirkName[]])[] = [
  ['by the contract', []],
  ['as seen in practice', quirkNames],
]

for (const [world, quirks] of worlds) {
  let service: Service
  test.describe(`on a service ${world}`, () => {
    test.beforeAll(async () => {
      service = await startService(200)
    })
    test.afterAll(() => service.close())

    test('positions of selected prices are read at a known cost, shown, sorted, filtered and kept', async ({
      app,
      window,
    }) => {
      await connect(window, service, `Prices ${world}`)
      await readStock(window)
      await inventoryAtRest(window)
      await service.control.setQuirks(quirks)
      await service.control.clearRequests()
      const grid = window.getByRole('grid', { name: 'Inventory' })
      await grid.getByRole('row').nth(1).click()
      await grid
        .getByRole('row')
        .nth(3)
        .click({ modifiers: ['Shift'] })
      await window.getByRole('button', { name: 'Read the position of these 3 (7 calls)' }).click()
      const dialog = window.getByRole('dialog', { name: 'Read the position of these 3 (7 calls)' })
      await expect(dialog.getByText('7 calls to the service')).toBeVisible()
      expect((await service.control.requests())['GET /auto/search']).toBeUndefined()
      await dialog.getByRole('button', { name: 'Read (7 calls at most)' }).click()
      await expect(dialog.getByRole('status')).toContainText('Positions read: 3 of 3')
      expect((await service.control.requests())['GET /auto/search']).toBeLessThanOrEqual(6)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(grid.getByRole('columnheader', { name: 'Price position' })).toBeVisible()
      await expect(grid.getByText(/^\d+ of \d+$|^none alike$/)).toHaveCount(3)

      await window.getByRole('button', { name: 'Filter', exact: true }).click()
      const popover = window.getByRole('dialog', { name: 'Filter' })
      await popover.getByRole('combobox', { name: 'Filter by' }).click()
      await window.getByRole('option', { name: 'Price position, % cheaper' }).click()
      await popover.getByLabel('To').fill('101')
      await popover.getByRole('button', { name: 'Apply' }).click()
      await expect(popover.getByText('Type a number')).toBeVisible()
      await popover.getByLabel('To').fill('100')
      await popover.getByRole('button', { name: 'Apply' }).click()
      await expect(window.getByText('Price position: 0–100 % are cheaper')).toBeVisible()
      await expect(grid.getByRole('row')).toHaveCount(4)

      const again = await app.restart()
      if (!(await again.getByRole('columnheader', { name: 'Price position' }).isVisible())) {
        await again.getByRole('button', { name: 'Columns', exact: true }).click()
        await again.getByRole('checkbox', { name: 'Price position' }).check()
        await again.keyboard.press('Escape')
      }
      await expect(
        again.getByRole('grid', { name: 'Inventory' }).getByText(/^\d+ of \d+$|^none alike$/),
      ).toHaveCount(3)
    })

    test('the position of one price, and of a planned one, is read in the pane with its caveats', async ({
      app,
    }) => {
      const { window } = app
      await goTo(window, 'Inventory')
      await window.getByRole('grid').getByRole('row').nth(1).dblclick()
      const part = window
        .locator('section')
        .filter({ has: window.getByRole('heading', { name: 'Price position' }) })
      await part.getByText('What counts as alike').press('Enter')
      await part.getByRole('checkbox', { name: 'Its gearbox only' }).uncheck()
      await part.getByRole('button', { name: 'Read (9 calls at most)' }).click()
      await expect(part.getByText(/is number \d+ of \d+ by price, the cheapest first/)).toBeVisible()
      const half =
        quirks.length === 0
          ? /^Half of them cost at most about|there is no median of one price/
          : /do not tell what half of them cost/
      await expect(part.getByText(half)).toBeVisible()
      await expect(part.getByText(/^Its likes: category_id=\d+ .*s_yers\[0\]=/)).toBeVisible()
      await expect(part.getByText(/Asking prices are compared/)).toBeVisible()
      await part.getByLabel('Planned price, US dollars').fill('1')
      await part.getByRole('button', { name: /^Read/ }).click()
      await expect(part.getByText(/^1 USD is number 1 of \d+/)).toBeVisible()
      await part.getByRole('checkbox', { name: 'Its gearbox only' }).check()
    })

    test('an address of the site fills the form, the form goes back to the site, also without the service', async ({
      app,
    }) => {
      const { window } = app
      await goTo(window, 'Market')
      const form = window.getByRole('form', { name: 'Filters' })
      const details = form.getByText('Address of the web site')
      if (!(await form.getByLabel('Paste an address or query').isVisible())) await details.click()
      await form.getByLabel('Paste an address or query').fill(siteAddress)
      await form.getByRole('button', { name: 'Fill in' }).click()
      await expect(form.getByText('colour=red')).toBeVisible()
      await expect(form.getByLabel('Make', { exact: true })).toContainText('9')
      await expect(form.getByLabel('Year from')).toHaveValue('2018')
      await expect(form.getByRole('button', { name: 'Open on the site' })).toBeEnabled()
      await service.close()
      await form.getByLabel('Paste an address or query').fill('brand.id[0]=6&year[0].gte=2015&x=1')
      await form.getByRole('button', { name: 'Fill in' }).click()
      await expect(form.getByText('x=1')).toBeVisible()
      await expect(form.getByText(/table of the/)).toBeVisible()
      await expect(form.getByLabel('Year from')).toHaveValue('2015')
      service = await startService(200)
    })
  })
}
