import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newKeys } from '../main/updates/signed-feed.ts'
import { expect, test, wholeTest } from './app.ts'

test.use({ start: 'later' })

const folder = mkdtempSync(join(tmpdir(), 'forecourt-policy-'))
const path = join(folder, 'policy.json')
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (policy: object) => {
  // As some editors of Windows save it.
  writeFileSync(path, `\uFEFF${JSON.stringify(policy)}`, { mode: 0o600 })
  const feed = { address: 'https://updates.example/', hosts: [], keys: [newKeys().text] }
  return { env: { FORECOURT_POLICY_FILE: path, FORECOURT_UPDATES: JSON.stringify(feed) } }
}

test('what an administrator decided is shown locked', async ({ app }) => {
  const page = await app.restart(
    start({
      serviceAddresses: ['https://api.dealer.example'],
      sandboxOff: true,
      updatesOff: true,
      longestBuyerDataDays: 30,
      linkHosts: ['portal.dealer.example'],
    }),
  )
  await page.goto(`${page.url().split('#')[0]}#/settings`)
  const decided = page.getByRole('region', { name: 'Set by your administrator' })
  await expect(decided).toContainText('https://api.dealer.example')
  await expect(decided).toContainText(path)
  const updates = page.getByRole('region', { name: 'New versions' })
  await expect(updates).toContainText('Your administrator has turned updates off.')
  await expect(updates.getByRole('button')).toHaveCount(0)
  await expect(page.getByText(/new versions, only when you look for them/)).toHaveCount(0)
  const sandbox = page.getByRole('listitem').filter({ hasText: 'sample stock' })
  await expect(sandbox).toContainText('Not allowed by your administrator')
  await expect(sandbox.getByRole('button')).toHaveCount(0)
  await page.getByTitle('Account: Sandbox').click()
  const choice = page.getByRole('menuitemradio', { name: 'Sandbox' })
  await expect(choice).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(choice).toBeHidden()
  const days = page.getByRole('radiogroup', { name: 'Buyers’ data' }).getByRole('radio')
  await expect(days).toHaveText(['30 days'])
  await expect(days).toBeChecked()
  await page.getByRole('button', { name: 'Add an account' }).click()
  const address = page.getByLabel('Service address')
  await expect(address).toHaveValue('https://api.dealer.example')
  await expect(address).not.toBeEditable()
})

wholeTest(
  'what can’t be read is told before anything else, and nobody is said to have decided what holds instead',
  async ({ app }) => {
    const page = await app.restart(start({ sandboxOff: 'yes' }))
    const address = page.url().split('#')[0]
    await page.goto(`${address}#/welcome`)
    const told = page.getByRole('alert').filter({ hasText: 'settings can’t be read' })
    await expect(told).toContainText(`${path}: sandboxOff`)
    await expect(page.getByRole('button', { name: 'Connect your account' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try with the sandbox' })).toHaveCount(0)
    await page.goto(`${address}#/settings`)
    await expect(told).toBeVisible()
    await expect(page.getByRole('region', { name: 'Buyers’ data' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Set by your administrator' })).toHaveCount(0)
  },
)
