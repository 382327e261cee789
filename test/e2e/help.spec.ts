import type { Locator } from '@playwright/test'
import { expect, test } from './app.ts'
import { goTo } from './service.ts'

test('the keys are shown by F1, by a question mark outside of fields and by the palette', async ({
  window,
}) => {
  await goTo(window, 'Orders')
  const keys = window.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const close = async (): Promise<void> => {
    await window.keyboard.press('Escape')
    await expect(keys).toBeHidden()
  }
  await window.keyboard.press('F1')
  await expect(keys).toBeVisible()
  // As this page calls it.
  await expect(keys.getByText('Refresh', { exact: true })).toBeVisible()
  await expect(keys.getByText('F5', { exact: true })).toBeVisible()
  await close()
  await window.getByRole('banner').click({ position: { x: 5, y: 5 } })
  await window.keyboard.press('?')
  await expect(keys).toBeVisible()
  await close()
  const search = window.getByRole('banner').getByRole('search').getByRole('textbox')
  await search.focus()
  await window.keyboard.type('a?')
  await expect(search).toHaveValue('a?')
  await expect(keys).toBeHidden()
  await search.fill('')
  await window.keyboard.press('ControlOrMeta+k')
  await window.keyboard.type('shortcuts')
  await window.keyboard.press('Enter')
  await expect(keys).toBeVisible()
  await close()
})

/** It is loaded, has words for those who don't see it, and is drawn point for point. */
async function expectPicture(text: Locator): Promise<void> {
  const picture = text.getByRole('img', { name: /\w.{20}/ })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.clientWidth]))
    .toEqual([748, 748])
}

test('Help opens the guide, whose chapters are there in both languages, also by the keys and the palette', async ({
  window,
}) => {
  await goTo(window, 'Help')
  await expect(window.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible()
  const chapters = window.getByRole('navigation', { name: 'Chapters' }).getByRole('link')
  await expect(chapters).toHaveCount(10)
  for (const link of await chapters.all()) {
    await link.click()
    const title = await link.innerText()
    const text = window.getByRole('region', { name: title, exact: true })
    await expect(text.getByRole('paragraph')).not.toHaveCount(0)
    if (title !== 'Keys') await expectPicture(text)
    // A value that a message lacks would be seen as its name.
    await expect(text).not.toContainText(/[{}]|undefined/)
  }
  await expect(window.getByRole('region', { name: 'Keys' }).getByText('Shift+F1')).toBeVisible()

  await goTo(window, 'Today')
  await window.keyboard.press('Shift+F1')
  await expect(window).toHaveURL(/#\/guide$/)
  await window.keyboard.press('ControlOrMeta+k')
  await window.keyboard.type('guide not confirmed')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('heading', { level: 2, name: 'Rows that are not confirmed' })).toBeVisible()
  await window.evaluate(() => (location.hash = '#/settings'))
  await window.getByText('Українська', { exact: true }).click()
  await goTo(window, 'Довідка')
  await expect(window.getByRole('heading', { level: 2, name: 'Підключити обліковий запис' })).toBeVisible()

  const text = window.getByRole('region', { name: 'Підключити обліковий запис' })
  const picture = text.getByRole('img')
  await expect(picture).toHaveAttribute('src', /connect-uk-/)
  await window.emulateMedia({ colorScheme: 'dark' })
  await expect(picture).toHaveAttribute('src', /connect-dark-uk-/)
  await window.setViewportSize({ width: 1024, height: 700 })
  await expectPicture(text)
})
