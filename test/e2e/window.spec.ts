import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { connect, goTo, readStock } from './service.ts'

const service = serviceOfFile({ adverts: 200 })

test('the first question leads straight to the form, and no page has a main part within another', async ({
  window,
}) => {
  await window.getByRole('button', { name: 'Connect your account' }).click()
  await expect(window.getByLabel('Service address')).toBeVisible()
  await expect(window.locator('main')).toHaveCount(1)
})

test('the keys that are shown are those of the system', async ({ window }) => {
  await connect(window, service, 'Avto Line')
  await readStock(window)
  await expect(window.getByText(/^\d+ adverts$/).first()).toBeVisible()
  await expect(window.getByRole('banner')).toContainText('Ctrl+K')
  await expect(window.getByRole('banner')).not.toContainText('⌘')
})

test('with the colours of the system the open page is told from the others', async ({ window }) => {
  await window.emulateMedia({ forcedColors: 'active' })
  await goTo(window, 'Orders')
  const ground = (name: string): Promise<string> =>
    window
      .getByRole('navigation')
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link).backgroundColor)
  await window.mouse.move(700, 500)
  await expect.poll(async () => (await ground('Orders')) === (await ground('Market'))).toBe(false)
  // So are the bars of a chart from what they are drawn on.
  await goTo(window, 'Today')
  const bar = window.getByRole('group', { name: 'By make' }).locator('.bar').first()
  await expect
    .poll(() => bar.evaluate((drawn) => getComputedStyle(drawn).backgroundColor))
    .toBe(await window.evaluate(() => getComputedStyle(document.querySelector('h1') ?? document.body).color))
  await window.emulateMedia({ forcedColors: 'none' })
  await goTo(window, 'Inventory')
})

test('where the system asks for less motion, other colours are there at once', async ({ window }) => {
  await window.emulateMedia({ reducedMotion: 'reduce' })
  const moving = await window.evaluate(() => {
    const { dataset } = document.documentElement
    const { theme } = dataset
    dataset.theme = 'dark'
    const { length } = document.getAnimations()
    if (theme === undefined) delete dataset.theme
    else dataset.theme = theme
    return length
  })
  expect(moving).toBe(0)
})

test('the top bar switches accounts, and what is on the screen belongs to the chosen one', async ({
  window,
}) => {
  await window.getByRole('grid').getByRole('row').nth(2).dblclick()
  const pane = window.getByRole('complementary', { name: 'Advert details' })
  await expect(pane).toBeVisible()
  await window.getByRole('banner').getByRole('button', { name: 'Avto Line' }).click()
  await window.getByRole('menuitemradio', { name: 'Sandbox' }).click()
  await expect(window.getByRole('banner').getByTitle('No data leaves this computer')).toBeVisible()
  await expect(pane).toBeHidden()
  await expect(window.getByText('60 adverts', { exact: true })).toBeVisible()
})

test('the palette switches the account, the language and goes to an advert by its id', async ({ window }) => {
  const palette = async (words: string, action: string | RegExp): Promise<void> => {
    await window
      .getByRole('banner')
      .getByRole('button', { name: /Commands|Команди/ })
      .click()
    await window.getByRole('dialog').getByRole('combobox').fill(words)
    await window.getByRole('option', { name: action }).click()
  }
  await palette('Avto', 'Switch to the account Avto Line')
  await expect(window.getByText('60 adverts', { exact: true })).toBeHidden()
  await palette('39', /Find adverts whose id begins with 39/)
  await expect(window.getByRole('search').getByRole('textbox')).toHaveValue('39')
  const id = await window.evaluate(async () => {
    type Invoke = (name: string, ask: unknown, ticket: number) => Promise<{ value: { ids: number[] } }>
    const { forecourt } = globalThis as unknown as { forecourt: { invoke: Invoke } }
    const { value } = await forecourt.invoke('inventory:ids', { text: '', states: [], sort: [] }, -1)
    return value.ids[5]
  })
  await palette(String(id), `Open the advert ${id}`)
  await expect(window.getByRole('complementary', { name: 'Advert details' })).toContainText(String(id))
  await palette('Language', /Українська/)
  await expect(window.getByRole('navigation').getByRole('link', { name: 'Склад' })).toBeVisible()
  await palette('Мова', /English/)
  await expect(window.getByRole('navigation').getByRole('link', { name: 'Inventory' })).toBeVisible()
})

test('a change of many adverts is closed when another account is chosen', async ({ window }) => {
  await window.getByRole('search').getByRole('textbox').fill('')
  const row = window.getByRole('grid', { name: 'Inventory' }).getByRole('row').nth(2)
  await row.click()
  await window.getByRole('button', { name: 'Price…' }).click()
  const dialog = window.getByRole('dialog', { name: /^Edit 1 advert/ })
  await expect(dialog).toBeVisible()
  await window.keyboard.press('ControlOrMeta+k')
  await window.keyboard.type('Switch to the account Sandbox')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('banner').getByTitle('No data leaves this computer')).toBeVisible()
  await expect(window.getByRole('dialog')).toHaveCount(0)
})

test('texts in both languages, and numbers in digits of one width, are drawn in the font of the app', async ({
  window,
}) => {
  const fonts = await window.evaluate(async () => {
    await document.fonts.ready
    const width = (text: string): number => {
      const span = document.createElement('span')
      span.className = 'num'
      span.textContent = text
      document.body.append(span)
      const { width: measured } = span.getBoundingClientRect()
      span.remove()
      return Math.round(measured * 10)
    }
    const loaded = await document.fonts.load('13px "Inter Variable"', 'Aґєії₴')
    return {
      files: loaded.length,
      family: getComputedStyle(document.body).fontFamily,
      digits: width('1111111') === width('8888888'),
      known: document.fonts.check('13px "Inter Variable"', 'Aґєії₴'),
    }
  })
  expect(fonts).toMatchObject({ digits: true, known: true })
  expect(fonts.family).toMatch(/^"Inter Variable"/)
  expect(fonts.files).toBeGreaterThanOrEqual(3)
})
