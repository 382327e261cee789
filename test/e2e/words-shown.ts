import type { Page } from '@playwright/test'

/** Returns the faults in the words of a page in the language of `buildPseudo`. */
interface Faults {
  /** English that no message says. */
  readonly untranslated: string[]
  /** Words that are cut, with nothing that shows it and no way to scroll to them. */
  readonly cut: string[]
}

/** What is written as it is in every language: names, keys, currencies, and what the system writes of times. */
const asItIs =
  'Ctrl|Shift|Alt|alt\\+T|Enter|Esc|USD|EUR|UAH|Forecourt|English|Electron|host|Chromium|Node\\.js|SQLite|Linux|Darwin|Windows_NT|now|yesterday|ago|in|(?:second|minute|hour|day|week|month)s?'

/** Looks at all that is shown; `grid` and `chart` show data. */
export const faultsOf = (window: Page): Promise<Faults> =>
  window.evaluate((names) => {
    const dates = Array.from({ length: 12 }, (_, at) =>
      (['long', 'short'] as const).flatMap((length) => [
        new Date(2026, at, 1).toLocaleDateString('en-GB', { month: length }),
        new Date(2026, 0, at).toLocaleDateString('en-GB', { weekday: length }),
      ]),
    ).flat()
    const known = new RegExp(`(?<!\\p{L})(?:${names}|${dates.join('|')})(?!\\p{L})`, 'gu')
    const english = /(?<!\p{L})[A-Za-z]{3,}(?!\p{L})/u
    const isEnglish = (text: string): boolean => english.test(text.replace(known, ''))
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const isData = (element: Element): boolean => element.closest('[role=gridcell], .chart, kbd') !== null
    // A line of Today names a car in a sentence, whose own words are in brackets.
    const namesCar = (element: Element, text: string): boolean =>
      element.closest('.why') !== null && text.includes('[')

    /** Whether what the box has beyond an edge can't be seen; `auto` stands for a way to scroll to it. */
    function isCut(text: DOMRect, from: Element): boolean {
      for (let element: Element | null = from; element; element = element.parentElement) {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
        // What only a screen reader reads is clipped to nothing.
        if (clipPath !== 'none') return false
        if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return false
        const box = element.getBoundingClientRect()
        if (overflowX !== 'hidden' && overflowX !== 'clip') continue
        if (text.right > box.right + 1 || text.left < box.left - 1) return true
      }
      return text.right > innerWidth + 1 || text.left < -1
    }

    const untranslated = new Set<string>()
    const cut = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (!element || text === '' || !isShown(element)) continue
      if (isEnglish(text) && !isData(element) && !namesCar(element, text)) untranslated.add(text)
      const range = document.createRange()
      range.selectNodeContents(node)
      if ([...range.getClientRects()].some((box) => box.width > 2 && isCut(box, element))) cut.add(text)
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name) ?? ''
        if (isEnglish(text) && isShown(element) && !isData(element) && !namesCar(element, text))
          untranslated.add(`${name}: ${text}`)
      }
    const page = document.scrollingElement
    if (page && page.scrollWidth > innerWidth + 1) cut.add('the page')
    return { untranslated: [...untranslated], cut: [...cut] }
  }, asItIs)
