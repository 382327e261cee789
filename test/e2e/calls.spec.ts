import { expect, test, wholeTest } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { connect, goTo, readStock, startService } from './service.ts'

const address = '/auto/new/calls_stat'
const service = serviceOfFile()

const asked = async (): Promise<number> => (await service.control.requests())[`GET ${address}`] ?? 0

test('calls that nobody answered are first, counted in the rail and in Today, and leave both once they are returned', async ({
  window,
}) => {
  await connect(window, service, 'Calls')
  await readStock(window)
  await service.control.clearRequests()
  await goTo(window, 'Calls')
  await window.getByRole('button', { name: 'Read the calls (1 request)' }).click()
  const rows = window.getByRole('grid', { name: 'Calls of buyers' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/Not answered|Hung up|busy|Failed/)
  expect(await asked()).toBe(1)
  const chip = window.getByRole('button', { name: /^To call back/ })
  const counted = async (): Promise<number> => Number((await chip.innerText()).replace(/\D/g, ''))
  await expect.poll(counted).toBeGreaterThan(0)
  const count = await counted()
  const rail = window.getByRole('navigation').getByRole('link', { name: 'Calls' })
  await expect(rail).toContainText(String(count))
  await chip.click()
  await rows.nth(1).dblclick()
  const pane = window.getByRole('complementary')
  await expect(pane.getByText(/Likely|None of your adverts|names no make/)).toBeVisible()
  const marked = await pane.getByRole('heading', { level: 2 }).innerText()
  await pane.getByRole('button', { name: 'Mark as called back' }).click()
  // Another call is not shown in its place, where a second click would mark that one too.
  await expect(pane.getByText(/^You called back: /)).toBeVisible()
  await expect(pane.getByRole('heading', { level: 2 })).toHaveText(marked)
  await expect.poll(counted).toBeLessThan(count)
  const left = await counted()
  await expect(rail).toContainText(String(left))
  await goTo(window, 'Today')
  await window.getByRole('button', { name: `Show ${left} calls` }).click()
  await expect(chip).toHaveAttribute('aria-pressed', 'true')

  // What was read stays, without another request.
  await window.reload()
  await goTo(window, 'Calls')
  await expect(window.getByRole('grid', { name: 'Calls of buyers' }).getByRole('row').nth(1)).toBeVisible()
  await expect(window.getByRole('button', { name: /^To call back/ })).toContainText(String(left))
  expect(await asked()).toBe(1)
  await chip.click()
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
})

/** The number of somebody whose only call was recorded, and lies at an address of that kind. */
async function callerOf(protocol: 'http:' | 'https:'): Promise<string> {
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const query = `api_key=${service.key}&user_id=${service.userId}&from=${day(20)}&to=${day(1)}`
  const response = await fetch(`${service.baseUrl}${address}?${query}`)
  const calls = (await response.json()) as { caller_phone: string; link: string }[]
  const found = calls.filter(({ caller_phone: phone }) => !phone.startsWith('0671000'))
  return found.find(({ link }) => link.startsWith(protocol))?.caller_phone ?? ''
}

test('a recording is opened after a question that shows its host, and only from a secure address', async ({
  window,
}) => {
  await goTo(window, 'Calls')
  const question = window.getByRole('dialog')
  const ask = async (protocol: 'http:' | 'https:', words: string): Promise<void> => {
    const search = window.getByRole('search').getByRole('textbox')
    const rows = window.getByRole('grid', { name: 'Calls of buyers' }).getByRole('row')
    // All rows in between: otherwise the one that was found before would be taken for this one.
    await search.fill('')
    await expect(rows.nth(3)).toBeVisible()
    await search.fill(await callerOf(protocol))
    await expect(rows).toHaveCount(2)
    await rows.nth(1).dblclick()
    await window.getByRole('button', { name: 'Listen to the recording…' }).click()
    await expect(question).toContainText(words)
  }
  await ask('https:', 'The recording is at records.example.')
  await expect(question.getByRole('button', { name: 'Open records.example' })).toBeVisible()
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(question).toHaveCount(0)
  await ask('http:', 'so it is not opened: records.example')
  await expect(question.getByRole('button')).toHaveText(['Not now'])
  await question.getByRole('button', { name: 'Not now' }).click()
  await window.getByRole('search').getByRole('textbox').fill('')
})

wholeTest(
  'a service without calls says so, is not asked again, and nothing of calls is shown elsewhere',
  async ({ window }) => {
    const silent = await startService(20)
    await silent.control.setModes({ off: { [address]: 404 } })
    await connect(window, silent, 'No calls')
    await goTo(window, 'Calls')
    await window.getByRole('button', { name: 'Read the calls (1 request)' }).click()
    await expect(window.getByText('The service does not give calls to this account')).toBeVisible()
    await expect(window.getByRole('button', { name: 'Read the calls (1 request)' })).toHaveCount(0)
    await goTo(window, 'Today')
    await expect(window.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect(window.getByText('Calls to return')).toHaveCount(0)
    expect((await silent.control.requests())[`GET ${address}`]).toBe(1)
    await silent.close()
  },
)
