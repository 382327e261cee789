import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './app.ts'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-policy-'))
const path = join(folder, 'policy.json')
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (policy: object) => {
  writeFileSync(path, JSON.stringify(policy), { mode: 0o600 })
  return { env: { FORECOURT_POLICY_FILE: path } }
}

test('what an administrator decided is shown locked', async ({ app }) => {
  const page = await app.restart(
    start({
      serviceAddresses: ['https://api.dealer.example'],
      sandboxOff: true,
      longestBuyerDataDays: 30,
      linkHosts: ['portal.dealer.example'],
    }),
  )
  await page.goto(`${page.url().split('#')[0]}#/settings`)
  const decided = page.getByRole('region', { name: 'Set by your administrator' })
  await expect(decided).toContainText('https://api.dealer.example')
  await expect(decided).toContainText(path)
  const sandbox = page.getByRole('listitem').filter({ hasText: 'sample stock' })
  await expect(sandbox).toContainText('Not allowed by your administrator')
  await expect(sandbox.getByRole('button')).toHaveCount(0)
  const days = page.getByRole('radiogroup', { name: 'Buyers’ data' }).getByRole('radio')
  await expect(days).toHaveText(['30 days'])
  await expect(days).toBeChecked()
  await page.getByRole('button', { name: 'Add an account' }).click()
  const address = page.getByLabel('Service address')
  await expect(address).toHaveValue('https://api.dealer.example')
  await expect(address).not.toBeEditable()
})
