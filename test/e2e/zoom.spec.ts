import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { faults, ofWords } from './axe.ts'
import { goTo } from './service.ts'
import { beginWithStock } from './stock-list.ts'

/** 1440 × 900 at 200 %, and the smallest window. */
const sizes = [
  { width: 720, height: 450, language: 'uk' },
  { width: 800, height: 560, language: 'en' },
] as const
const pages = ['Сьогодні', 'Дії', 'Замовлення', 'Ринок', 'Налаштування', 'Нерухомість', 'Сповіщення']

/** Rows of the grid that are whole on the screen. */
const wholeRows = (window: Page): Promise<number> =>
  window.evaluate(() => {
    const grid = document.querySelector('[role=grid]')
    const header = grid?.querySelector('[role=columnheader]')?.getBoundingClientRect().bottom ?? 0
    const bar = document.querySelector('main [role=group].bar')?.getBoundingClientRect().top ?? innerHeight
    const rows = [...(grid?.querySelectorAll('.row') ?? [])].map((row) => row.getBoundingClientRect())
    return rows.filter(({ top, bottom }) => top >= header - 1 && bottom <= Math.min(bar, innerHeight) + 1)
      .length
  })

/** Neither the window nor a part of its page scrolls to the side, but for a list and its filters, and no button of the page's head or of the frame lies outside of it. */
async function expectNothingCut(window: Page): Promise<void> {
  const cut = (): Promise<(string | null)[]> =>
    window.evaluate(() => {
      const wide = document.documentElement.scrollWidth - innerWidth
      const outside = [...document.querySelectorAll('nav a, body header button, main .actions button')]
        .filter((element) => !element.closest('.filters'))
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect()
          return width > 0 && (left < 0 || right > innerWidth + 1)
        })
      const wideParts = [...document.querySelectorAll('main *')]
        .filter((element) => !element.closest('[role=grid], .filters'))
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
      return [
        ...wideParts.map(({ className }) => `${className} scrolls to the side`),
        ...(wide > 0 ? [`${wide} px to the side`] : []),
        ...outside.map((each) => each.textContent.trim()),
      ]
    })
  await expect.poll(cut).toEqual([])
}

async function speak(window: Page, language: 'en' | 'uk'): Promise<void> {
  await window.setViewportSize({ width: 1440, height: 900 })
  await window.evaluate(() => (location.hash = '#/settings'))
  await window.getByText(language === 'en' ? 'English' : 'Українська', { exact: true }).click()
}

beginWithStock()

for (const { language, ...size } of sizes)
  test(`at ${size.width} × ${size.height} the inventory has five rows, and the pages have their tools (${language})`, async ({
    window,
  }) => {
    await speak(window, language)
    await window.setViewportSize(size)
    await goTo(window, language === 'en' ? 'Inventory' : 'Склад')
    await expect.poll(() => wholeRows(window)).toBeGreaterThanOrEqual(5)
    await expectNothingCut(window)
    expect(await faults(window, 'body', ofWords)).toEqual([])
    // Larger windows have room for whatever a smaller one has in its longer words.
    for (const page of language === 'uk' ? pages : []) {
      await goTo(window, page)
      await expect(window.getByRole('heading', { level: 1 })).toHaveText(page)
      await expectNothingCut(window)
      expect(await faults(window, 'body', ofWords)).toEqual([])
    }
  })

test('notes above the rows make the page scroll, and leave five rows', async ({ window }) => {
  await speak(window, 'uk')
  await window.setViewportSize({ width: 720, height: 450 })
  await goTo(window, 'Склад')
  await window.getByRole('grid').locator('.row').first().locator('[aria-colindex="2"]').dblclick()
  const pane = window.getByRole('complementary')
  await expect(pane).toBeVisible()
  await expectNothingCut(window)
  await window.getByRole('button', { name: /^Показати \(1\)$/ }).click()
  const list = window.getByRole('grid')
  await list.scrollIntoViewIfNeeded()
  expect((await list.boundingBox())?.height).toBeGreaterThanOrEqual(32 + 5 * 32)
})

test('at 400 % the window scrolls down over what each page shows, never to the side, and the list keeps its rows', async ({
  window,
}) => {
  await speak(window, 'uk')
  // 1280 × 1024 at 400 %: the size that reflow is measured at.
  await window.setViewportSize({ width: 320, height: 256 })
  await window.evaluate(() => (location.hash = '#/welcome'))
  await expect(window.locator('.welcome')).toBeVisible()
  await expectNothingCut(window)
  for (const page of ['Довідка', ...pages, 'Склад']) {
    // From the guide, whose chapters are links of a navigation, too.
    await window
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${page}( |$)`) })
      .click()
    await expect(window.getByRole('heading', { level: 1 })).toHaveText(page === 'Довідка' ? 'Посібник' : page)
    await expectNothingCut(window)
  }
  const list = window.getByRole('grid')
  await list.scrollIntoViewIfNeeded()
  expect((await list.boundingBox())?.height).toBeGreaterThanOrEqual(32 + 3 * 32)
})
