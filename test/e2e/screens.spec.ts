import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import { goTo } from './service.ts'

test.use({ start: 'later' })

/** A screen of 1920 × 1080 that the system enlarges by three quarters; the window was on one that is gone. */
const [width, height] = [1093, 574]
const place = { x: 2000, y: 900, width: 1440, height: 900 }

test('on a small screen the window is whole, and each page has its tools', async ({ app, dataDir }) => {
  test.skip(app.said === null, 'the screens of the host')
  await app.kill()
  const preferences = { welcomed: true }
  writeFileSync(
    join(dataDir, 'settings.json'),
    JSON.stringify({ preferences, window: { ...place, maximized: false } }),
  )
  const window = await app.restart({ env: { FORECOURT_HOST_DISPLAYS: `${width}x${height}` } })
  await expect.poll(() => app.said?.()).toContain(`[host] window: ${width} × ${height} at 0, 0`)
  await window.setViewportSize({ width, height })
  for (const page of ['Today', 'Inventory', 'Activity', 'Orders', 'Calls', 'Market', 'Settings']) {
    await goTo(window, page)
    const heading = window.getByRole('heading', { level: 1, name: page })
    await expect(heading).toBeInViewport()
    const outside = (): Promise<(string | null)[]> =>
      window
        .locator('main button')
        .evaluateAll((buttons) =>
          buttons
            .filter((button) => button.getBoundingClientRect().right > innerWidth)
            .map((button) => button.textContent),
        )
    await expect.poll(outside, { message: page }).toEqual([])
  }
})
