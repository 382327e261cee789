import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What the guidelines ask of a page, and what the rules' authors recommend besides. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose findings depend on the theme, and those that depend on the language or the width: all others find the same in each. */
export const ofColours = ['color-contrast']
export const ofWords = ['html-lang-valid', 'target-size', 'valid-lang']

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

/** Rows of a list after these are made as these are: of the time of a look most would go into their colours. */
const otherRows = '[role=row]:nth-child(n + 5), li:nth-child(n + 8)'

/**
 * What axe finds wrong on the page as it is shown, or in a part of it: rule, element, what is wrong.
 * @param rules these alone; absent, all of the tags
 */
export async function faults(window: Page, within = 'body', rules?: string[]): Promise<string[]> {
  await painted(window)
  // The host's window has one page: axe must not open another. What is right is not listed.
  const axe = new AxeBuilder({ page: window })
    .setLegacyMode(true)
    .include(within)
    .exclude(otherRows)
    .options({ resultTypes: ['violations'] })
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
