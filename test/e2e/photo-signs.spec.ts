import { expect, test } from './app.ts'
import { connect, inventoryAtRest, readStock, startService } from './service.ts'

test('in place of a photo stands a sign: one where there is none, another where it could not be loaded', async ({
  window,
}) => {
  await inventoryAtRest(window)
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const photos = grid.locator('.row:not(.loading) > [aria-colindex="1"]')
  const none = photos.and(window.getByTitle('No photo', { exact: true }))
  const failed = photos.and(window.getByTitle('The photo isn’t saved here, and can’t be loaded now'))
  await expect(photos.locator('img:visible').first()).toBeVisible()
  await window.getByRole('button', { name: /^No photo/ }).click()
  await expect(photos.locator('img:visible')).toHaveCount(0)
  await expect
    .poll(async () => (await none.count()) > 0 && (await none.count()) === (await photos.count()))
    .toBe(true)
  // A cell shows row after row: the sign of the one before stays with none that has a photo.
  await window.getByRole('button', { name: /^Remove the filter “No photo/ }).click()
  await expect
    .poll(
      async () =>
        (await none.count()) + (await photos.locator('img:visible').count()) === (await photos.count()),
    )
    .toBe(true)
  await expect(failed).toHaveCount(0)
  // Photos of a service on this computer that the app didn't start are not fetched.
  const service = await startService(60)
  await connect(window, service, 'Photos')
  await readStock(window)
  await expect(failed.first()).toBeVisible()
  // A faint picture: nothing is wrong with the advert.
  const sign = (): Promise<string> =>
    failed.first().evaluate((cell) => getComputedStyle(cell, '::before').backgroundImage)
  await expect.poll(sign).toMatch(/^radial-gradient.*conic-gradient/)
  // The sign stays when the rows are drawn again.
  await grid.getByRole('row').nth(2).dblclick()
  await expect(window.getByRole('complementary')).toBeVisible()
  await expect(failed.first()).toBeVisible()
  expect(await failed.count()).toBeGreaterThan(5)
  await service.close()
})
