import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What the guidelines ask of a page, and what the rules' authors recommend besides. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose findings depend on the theme: all others find the same in either. */
export const ofColours = ['color-contrast']

/** The page is drawn in its fonts and colours: in the middle of a transition a colour is none of the theme's. */
async function painted(window: Page): Promise<void> {
  await window.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/**
 * What axe finds wrong on the page, or in a part of it, as it is shown in a theme: rule, element, what is wrong.
 * @param rules these alone; absent, all of the tags
 */
export async function faults(
  window: Page,
  colorScheme: 'dark' | 'light',
  within = 'body',
  rules?: string[],
): Promise<string[]> {
  await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await painted(window)
  // The host's window has one page: axe must not open another.
  const axe = new AxeBuilder({ page: window }).setLegacyMode(true).include(within)
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(tags)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(
        ({ html, failureSummary }) =>
          `${id}: ${html.slice(0, 160)} ${failureSummary?.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
      ),
  )
}
