import { expect, test } from './app.ts'
import { goTo, inventoryAtRest } from './service.ts'

test('each of the first steps is ticked by what was done, and they are put away for good', async ({
  window,
}) => {
  await inventoryAtRest(window)
  await goTo(window, 'Today')
  const steps = window.getByRole('region', { name: 'First steps' })
  const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name })
  await expect(step('Read your adverts')).toContainText('done')
  for (const name of ['Change a price or a text', 'Import a first file'])
    await expect(step(name)).not.toContainText('done')
  // The notice asks to connect an account; once it is answered, a step does.
  await expect(window.getByText('Connect your account', { exact: true })).toHaveCount(1)
  await expect(step('Connect your account')).toHaveCount(0)
  await window.getByRole('button', { name: 'Stay in the sandbox' }).click()
  await expect(step('Connect your account')).not.toContainText('done')
  await expect(window.getByText('Connect your account', { exact: true })).toHaveCount(1)

  await steps.getByRole('button', { name: 'Open the list' }).click()
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const price = await grid.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  await grid.locator(`[aria-rowindex="2"] > [aria-colindex="${price}"]`).click()
  await window.keyboard.type('11111')
  await window.keyboard.press('Enter')
  await goTo(window, 'Today')
  await expect(step('Change a price or a text')).toContainText('done')

  // The system's dialog for files opens at once.
  const asked = window.waitForEvent('filechooser')
  await steps.getByRole('button', { name: 'Choose a file' }).click()
  await asked
  await expect(window).toHaveURL(/#\/imports/)
  await window.locator('input[type=file]').setInputFiles('resources/examples/price-update.csv')
  await expect(window.getByRole('button', { name: 'Continue to columns' })).toBeEnabled()
  await goTo(window, 'Today')
  await expect(step('Import a first file')).toContainText('done')

  await steps.getByRole('button', { name: 'Don’t show again' }).click()
  await expect(steps).toHaveCount(0)
  await window.reload()
  await goTo(window, 'Today')
  await expect(window.getByRole('list', { name: 'What needs you' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})
