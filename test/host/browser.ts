import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const debianChromium = '/usr/bin/chromium'

/** Debian's Chromium if it is installed, Playwright's own elsewhere. Root has no sandbox to give. */
export const chromiumOptions: LaunchOptions = {
  ...(existsSync(debianChromium) && { executablePath: debianChromium }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
}
