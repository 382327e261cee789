import type { CDPSession, Page } from '@playwright/test'
import type { Figure } from './figure.ts'

const megabyte = 1_048_576
/** How often the list is jumped through from its begin to its end. */
const jumps = 200

/** The list sorted, searched, scrolled from its begin to its end, all of it selected, and the details of one advert open. */
async function useList(page: Page): Promise<void> {
  const grid = page.locator('[role=grid]')
  await page.getByRole('search').getByRole('textbox').fill('')
  await page.waitForTimeout(1_000)
  await grid.getByRole('columnheader', { name: 'Price', exact: true }).click()
  await grid.evaluate(async (scroller, times) => {
    for (let at = 0; at <= times; at++) {
      scroller.scrollTop = (scroller.scrollHeight * at) / times
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }, jumps)
  await page.waitForTimeout(500)
  await grid.locator('[role=gridcell]').first().dblclick()
  await page.getByRole('complementary', { name: 'Advert details' }).waitFor()
  await grid.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.waitForTimeout(500)
}

/** With the elements, and with the numbers of typed arrays, which V8 counts apart. */
async function liveHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / megabyte
}

/** The page's live heap after a full collection, before and after the whole list was used. */
export async function heapFigures(page: Page, session: CDPSession): Promise<Figure[]> {
  await session.send('HeapProfiler.enable')
  const before = await liveHeap(session)
  await useList(page)
  return [
    { name: 'live heap of the page, searched and sorted', value: before, unit: 'MB' },
    {
      name: 'live heap, sorted, scrolled through, all selected, details open',
      value: await liveHeap(session),
      unit: 'MB',
      goal: 120,
    },
  ]
}
