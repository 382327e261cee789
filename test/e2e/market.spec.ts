import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { connect, goTo } from './service.ts'

const service = serviceOfFile({ adverts: 600 })

test('a filter is sent as the number that a person wrote, and one that is none is refused in its field', async ({
  window,
}) => {
  await connect(window, service, 'Market')
  await goTo(window, 'Market')
  const form = window.getByRole('form', { name: 'Filters' })
  const search = form.getByRole('button', { name: 'Search' })
  const price = form.getByRole('group', { name: 'Price' }).getByLabel('To', { exact: true })
  const volume = form.getByLabel('Litres to')
  const year = form.getByLabel('Year from').first()
  await service.control.clearRequests()
  for (const [field, text, said] of [
    [price, 'abc', '“abc” is not a number'],
    [volume, '1,400', 'in two ways'],
    [year, '18', 'is not a year'],
    [form.getByLabel('Created after'), 'yesterday', 'is not a date'],
  ] as const) {
    await field.fill(text)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByRole('alert').filter({ hasText: said }).first()).toBeVisible()
    for (const button of await window.getByRole('button', { name: 'Search', exact: true }).all())
      await expect(button).toBeDisabled()
    await field.press('Enter')
    await window.keyboard.press('F5')
    await field.fill('')
  }
  await expect(search).toBeEnabled()
  expect((await service.control.requests())['GET /auto/search']).toBeUndefined()

  await price.fill('20 000')
  await volume.fill('1,6')
  await search.click()
  await expect(window.getByText(/match, \d+ listed/)).toBeVisible()
  const query = `api_key=${service.key}&price_do=20000&engineVolumeTo=1.6&countpage=100`
  const answer = (await (await fetch(`${service.baseUrl}/auto/search?${query}`)).json()) as {
    result: { search_result: { count: number } }
  }[]
  const count = answer[0]?.result.search_result.count ?? 0
  expect(count).toBeGreaterThan(0)
  await expect(window.getByText(new RegExp(`^${count} match, `))).toBeVisible()

  // A filter that was not searched for is told, and the list says that it is of before.
  await window.getByRole('button', { name: 'Remove to 1,6 l' }).click()
  await expect(
    window.getByText('Filters changed. These are the results of the previous search.'),
  ).toBeVisible()
  await window.getByRole('button', { name: 'Undo' }).click()
  await expect(
    window.getByText('Filters changed. These are the results of the previous search.'),
  ).toHaveCount(0)
  await window.getByRole('button', { name: 'Show filters' }).click()
  await volume.fill('1,8')
  await expect(window.getByRole('button', { name: 'Remove to 1,8 l' })).toHaveAttribute(
    'title',
    'Not searched for yet',
  )
  await volume.fill('1,6')

  // Which way an order sorts is not said before an answer has shown it.
  const order = form.getByLabel('Order', { exact: true })
  await order.click()
  await window.getByRole('option', { name: /^Year \(which way shows after a search\) · 6$/ }).click()
  await search.click()
  await expect(window.getByText(/match, \d+ listed/)).toBeVisible()
  await window.getByRole('button', { name: 'Show filters' }).click()
  await expect(order).toContainText('Year, new first')
})

test('the market is counted first, read as it comes into sight, and readable without the service', async ({
  window,
}) => {
  await service.control.clearRequests()
  await goTo(window, 'Market')
  const form = window.getByRole('form', { name: 'Filters' })
  await form.getByRole('button', { name: 'Clear' }).click()
  await form.getByLabel('Make', { exact: true }).click()
  await window.getByRole('option', { name: 'BMW', exact: true }).click()
  await form.getByRole('button', { name: 'Search' }).click()
  await expect(window.getByText(/match, \d+ listed/)).toBeVisible()
  const grid = window.getByRole('grid', { name: 'Market' })
  const row = grid.getByRole('row').nth(1)
  await expect(row).toContainText('BMW')
  // The form is folded into chips, and figures of the known prices stand above the list.
  await expect(form).toHaveCount(0)
  const chips = window.getByRole('list', { name: 'Filters' })
  await expect(chips.getByRole('button', { name: 'Remove BMW' })).toBeVisible()
  const strip = window.getByRole('region', { name: 'Prices found' })
  await expect(strip.getByText('Median', { exact: true })).toBeVisible()
  await expect(strip.getByText(/^From (\d+ of \d+|all) prices$/)).toBeVisible()
  await expect(grid.getByRole('columnheader', { name: 'Price, USD' })).toBeVisible()
  // How far each price is from the dealer's own car like it: from what is saved, without a request.
  await expect(grid.getByRole('columnheader', { name: 'Against yours' })).toBeVisible()
  await expect(grid.getByTitle(/^(Yours|Your cheapest of \d+ like it): BMW /).first()).toHaveText(
    /^[+−]?\d[\d.]* %$/,
  )
  await window.getByRole('radio', { name: '₴' }).click()
  await expect(grid.getByRole('columnheader', { name: 'Price, UAH' })).toBeVisible()
  await window.getByRole('radio', { name: '$' }).click()
  const calls = await service.control.requests()
  expect(calls['GET /auto/search']).toBe(1)
  await row.dblclick()
  await expect(window.getByRole('heading', { level: 2, name: /BMW/ })).toBeVisible()
  await expect(window.getByRole('heading', { name: 'Beside yours' })).toBeVisible()
  // The service sorts all that fit, by one request.
  const header = grid.getByRole('columnheader', { name: 'Price, USD' })
  await header.click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  const cheapest = await row.innerText()
  await header.click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(row).toContainText('BMW')
  await expect(row).not.toHaveText(cheapest)
  expect((await service.control.requests())['GET /auto/search']).toBe(3)

  await window.getByRole('button', { name: 'Save search' }).click()
  await window.getByRole('dialog').getByLabel('Name').fill('All BMW')
  await window.getByRole('dialog').getByRole('button', { name: 'Save search' }).click()
  await window.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(window.getByText(/^Checked (?!on$)/)).toBeVisible()
  await expect(window.getByRole('button', { name: /^Vanished/ })).toBeDisabled()

  await service.close()
  await window.goto(window.url().split('#')[0] ?? '')
  await goTo(window, 'Market')
  await window.getByLabel('Saved searches').click()
  await window.getByRole('option', { name: 'All BMW' }).click()
  await expect(window.getByRole('grid', { name: 'Market' }).getByRole('row').nth(1)).toContainText('BMW')
})
