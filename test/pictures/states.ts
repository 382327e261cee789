import type { Page } from '@playwright/test'
import { m } from '../../src/shared/i18n/generated/messages.js'
import { expect } from '../e2e/app.ts'
import { bringFile, goTo } from '../e2e/service.ts'
import { openPage } from './looks.ts'

export interface State {
  readonly name: string
  /** Brings the window to it, in whatever language it speaks. */
  readonly open: () => Promise<void>
  /** The part of the window that it is about, if that lies above the page. */
  readonly within?: string
}

/** Brings pages into states that are worth a look, and answers the ways back to them. The window speaks English meanwhile. */
export async function makeStates(window: Page): Promise<readonly State[]> {
  await goTo(window, 'Market')
  const form = window.getByRole('form', { name: 'Filters' })
  await form.getByLabel('Make', { exact: true }).click()
  await window.getByRole('option', { name: 'BMW', exact: true }).click()
  await form.getByRole('button', { name: 'Search' }).click()
  await expect(window.getByText(/match, \d+ listed/)).toBeVisible()
  await window.getByRole('grid', { name: 'Market' }).getByRole('row').nth(2).dblclick()
  const rows = ['31001', '31002', '31003'].map((price) => `bmw,Х5,Бензин,Base,USD,${price}`)
  await bringFile(window, {
    name: 'нові.csv',
    text: ['Марка,Модель,Модифікація,Комплектація,Валюта,Ціна', ...rows].join('\n'),
  })
  await window.getByRole('button', { name: /^Look the names up/ }).click()
  await expect(window.getByText(/The service was asked with \d+ request/)).toBeVisible()
  const button = (name: string) => window.getByRole('button', { name, exact: true }).first()
  const inventory = async (): Promise<void> => openPage(window, 'inventory')
  const batch = async (at: number): Promise<void> => {
    await openPage(window, 'activity')
    await window.getByRole('grid').getByRole('button').nth(at).waitFor()
    await window.getByRole('grid').locator('.next button:first-child').nth(at).click()
  }
  /** Opens the first line of a page's list beside it. */
  const openFirst = async (page: string): Promise<void> => {
    await openPage(window, page)
    await window.getByRole('grid').getByRole('row').nth(1).dblclick()
    await expect(window.getByRole('complementary')).toBeVisible()
  }
  return [
    { name: 'state-market', open: () => openPage(window, 'market') },
    { name: 'state-import', open: () => openPage(window, 'imports') },
    {
      name: 'state-batch',
      open: async () => {
        await batch(3)
        await expect(window.getByRole('grid')).toBeVisible()
      },
    },
    {
      name: 'state-bulk-price',
      within: '.dialog',
      open: async () => {
        await inventory()
        await window.getByRole('checkbox', { name: m.app_select_all() }).setChecked(true)
        await button(`${m.word_price()}…`).click()
      },
    },
    {
      name: 'state-palette',
      within: '.dialog',
      open: async () => {
        await inventory()
        await window.keyboard.press('Control+k')
        await window.locator('.palette input').fill(m.word_refresh().slice(0, 4))
      },
    },
    {
      name: 'state-keys',
      within: '.dialog',
      open: () => openPage(window, 'today').then(() => window.keyboard.press('F1')),
    },
    {
      name: 'state-activity-menu',
      within: '.popup',
      open: async () => {
        await openPage(window, 'activity')
        await window.getByRole('grid').locator('.next button:last-child').first().click()
        await expect(window.getByRole('menu')).toBeVisible()
      },
    },
    { name: 'state-order', open: () => openFirst('orders') },
    { name: 'state-call', open: () => openFirst('calls') },
    { name: 'state-new-advert', open: () => openPage(window, 'new-advert') },
    { name: 'state-welcome', open: () => openPage(window, 'welcome') },
  ]
}
