import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import { connect, goTo, startService } from './service.ts'

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

test('the key leaves no trace: not in the data folder, the logs or the window', async ({ app, window }) => {
  const service = await startService()
  await service.control.addFault({
    kind: 'status',
    status: 500,
    body: '<html>oops</html>',
    path: '/auto/info',
    count: 3,
  })
  await connect(window, service, 'Kanarka')
  await goTo(window, 'Orders')
  await expect(window.getByRole('grid').getByRole('row').nth(1)).toBeVisible()

  const forms = [
    service.key,
    Buffer.from(service.key).toString('base64'),
    Buffer.from(`${service.key}:`).toString('base64'),
  ]
  const inWindow = await window.evaluate(() =>
    [
      document.documentElement.outerHTML,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.cookie,
    ].join('\n'),
  )
  await app.restart()
  const files = filesUnder(app.dataDir)
  expect(files.some((path) => path.endsWith('cache.db'))).toBe(true)
  for (const form of forms) {
    expect(inWindow).not.toContain(form)
    expect(files.filter((path) => readFileSync(path, 'latin1').includes(form))).toEqual([])
  }
  await service.close()
})
