import type { Page } from '@playwright/test'
import { applyLocale, type Locale } from '../../src/shared/i18n/locale.ts'
import { m } from '../../src/shared/i18n/generated/messages.js'
import { expect } from '../e2e/app.ts'
import { settled } from '../e2e/settled.ts'

/** How a page is looked at. */
export interface Look {
  readonly locale: Locale
  readonly theme: 'light' | 'dark'
  readonly width: 1440 | 1024
}

const languages: Readonly<Record<Locale, string>> = { en: 'English', uk: 'Українська' }

/** Light, English and wide is what a name of a picture doesn't say. */
export const lookName = ({ locale, theme, width }: Look): string =>
  [theme === 'dark' && 'dark', locale === 'uk' && 'uk', width === 1024 && '1024']
    .filter(Boolean)
    .map((part) => `-${part}`)
    .join('')

/** The window in another language, theme and size. */
export async function takeLook(window: Page, { locale, theme, width }: Look): Promise<void> {
  await window.setViewportSize({ width, height: width === 1440 ? 900 : 700 })
  await window.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await openPage(window, 'settings')
  await window.getByText(languages[locale], { exact: true }).click()
  applyLocale(locale)
  await expect(window.getByRole('heading', { name: m.settings_page_language() })).toBeVisible()
}

/** Goes to a page by its address, and waits until it moves no more. */
export async function openPage(window: Page, address: string): Promise<void> {
  await window.evaluate((to) => {
    location.hash = `#/${to}`
  }, address)
  await expect(window.locator('main h1')).toBeVisible()
  await settled(() => window.locator('main').innerText())
}
