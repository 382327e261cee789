import type { Page } from '@playwright/test'
import { defaultSettings } from '../../src/shared/settings/settings.ts'
import { usualSize } from './running-app.ts'

interface Account {
  readonly id: string
  readonly kind: 'sandbox' | 'service'
}

/** Brings the window to the state that a new app has: the sandbox alone, unedited, and the settings as they come. What was sent stays. */
export async function asNew(window: Page): Promise<void> {
  await window.setViewportSize(usualSize)
  await window.emulateMedia({ colorScheme: null, forcedColors: null, media: null })
  await window.evaluate(async (settings) => {
    type Invoke = (name: string, ask: unknown, ticket: number) => Promise<{ value: unknown }>
    const { invoke } = (globalThis as unknown as { forecourt: { invoke: Invoke } }).forecourt
    const { value } = await invoke('accounts:list', null, -1)
    for (const { id, kind } of (value as { accounts: Account[] }).accounts)
      await invoke(kind === 'sandbox' ? 'accounts:activate' : 'accounts:remove', { accountId: id }, -1)
    await invoke('staged:unstage-all', null, -1)
    await invoke('settings:change', settings, -1)
    localStorage.clear()
  }, defaultSettings)
  await window.goto(window.url().split('#')[0] ?? '')
}
