import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** The shell draws pages and nothing else: without a window of its own it takes a quarter less of the processor. */
const debianChromium = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)

/** Debian's Chromium if it is installed, Playwright's own elsewhere. Root has no sandbox to give. */
export const chromiumOptions: LaunchOptions = {
  ...(debianChromium !== undefined && { executablePath: debianChromium }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
}
