import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from './app.ts'

/** Lets every account have made so many calls more, two hours ago: another spec may have left one of its own. */
function callBefore(dataDir: string, calls: number): void {
  const staged = new DatabaseSync(join(dataDir, 'staged.db'), { timeout: 180_000 })
  const minute = Math.floor(Date.now() / 60_000) - 120
  staged
    .prepare(
      `INSERT INTO quota_calls (account, minute, orders, others)
       SELECT account, ?, 0, ? FROM (SELECT 'sandbox' AS account UNION SELECT account FROM quota_calls) WHERE true
       ON CONFLICT (account, minute) DO UPDATE SET others = others + excluded.others`,
    )
    .run(minute, calls)
  staged.close()
}

/** What a page asks for when it opens is counted by now: the count stays as it is for a second. */
async function requestsAtRest(used: () => Promise<number>): Promise<void> {
  let before = -1
  let seen = await used()
  await expect
    .poll(
      async () => {
        ;[before, seen] = [seen, await used()]
        return before === seen
      },
      { intervals: [1_000] },
    )
    .toBe(true)
}

test('a package is set from the list, and what is left of it is said beside it, at a fifth and at a tenth', async ({
  window,
  dataDir,
}) => {
  await window.getByRole('link', { name: 'Settings' }).click()
  await expect(window.getByText(/Active account: [\d,]+ requests in the last hour/)).toBeVisible()
  callBefore(dataDir, 16_100)
  await window.getByRole('radio', { name: 'Package: 20,000 requests a month, 2,000 an hour' }).check()
  await expect(
    window.getByText(/of 20,000 requests are left this month. That is 20 % or less\./),
  ).toBeVisible()
  const warning = window.getByText(/of 20,000 requests are left this month$/)
  await expect(warning).toBeVisible()
  await window.getByRole('button', { name: 'Hide' }).click()
  await expect(warning).toBeHidden()
  callBefore(dataDir, 2_000)
  await window.getByRole('radio', { name: 'Package: 100,000 requests a month, 5,000 an hour' }).check()
  await expect(window.getByText(/of 100,000 requests are left this month\./)).toBeVisible()
  await window.getByRole('radio', { name: 'Package: 20,000 requests a month, 2,000 an hour' }).check()
  await expect(window.getByText(/That is 10 % or less; a tenth of the requests is kept/)).toBeVisible()
  await expect(warning).toBeVisible()
  await window.getByRole('radio', { name: 'No limit known' }).check()
  await expect(warning).toBeHidden()
})

test('the requests are counted in the top bar with each one, in a window of any width', async ({
  window,
}) => {
  const mark = window.getByRole('banner').locator('.mark.num')
  const used = async (): Promise<number> => Number(/\d+/.exec((await mark.textContent()) ?? '')?.[0])
  for (const width of [1440, 1024, 800]) {
    await window.setViewportSize({ width, height: 700 })
    const short = mark.getByText(/^\d+ used$/)
    await expect(width > 1100 ? mark.getByText(/^Requests this hour: \d+$/) : short).toBeInViewport()
    await requestsAtRest(used)
    const before = await used()
    await window.getByRole('link', { name: 'Settings' }).click()
    await window.getByRole('button', { name: 'Test connection of Sandbox' }).click()
    await expect.poll(used).toBe(before + 1)
  }
})
