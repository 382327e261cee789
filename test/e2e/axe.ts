import type { Page } from '@playwright/test'
import axe from 'axe-core'

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
  // A page keeps it until it is loaded again: to read it takes longer than to look.
  if (!(await window.evaluate(() => 'axe' in globalThis))) await window.evaluate(axe.source)
  const { violations } = await window.evaluate(
    ([include, exclude, options]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({ include, exclude }, options),
    [
      within,
      otherRows,
      {
        runOnly: rules ?? tags,
        // What is right is not listed.
        resultTypes: ['violations'],
        preload: false,
      } satisfies axe.RunOptions,
    ] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(
        ({ html, failureSummary }) =>
          `${id}: ${html.slice(0, 160)} ${failureSummary?.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
      ),
  )
}

/** Buttons and links that say one thing to the eye and another to a screen reader or to voice control. */
export const misnamed = (window: Page): Promise<string[]> =>
  window.evaluate(() => {
    const words = (text: string): string => text.replace(/\s+/g, ' ').trim().toLocaleLowerCase()
    return [...document.querySelectorAll<HTMLElement>('button, a[href]')].flatMap((control) => {
      const shown = words(control.innerText)
      const label = control.getAttribute('aria-labelledby')
      const labelled = label === null ? null : document.getElementById(label)
      const name = words(control.getAttribute('aria-label') ?? (labelled ?? control).textContent)
      if (name === '' && control.title === '') return [control.outerHTML]
      return control.hasAttribute('aria-label') && !name.includes(shown) ? [`${name} | ${shown}`] : []
    })
  })
