import { expect, test } from 'vitest'
import { pageNames } from '../../../src/renderer/ui/router.svelte.ts'
import { readAppLink } from '../../../src/renderer/frame/opened.svelte.ts'

test('every page opens by its address but those that begin something', () => {
  const opened = pageNames.filter((page) => readAppLink(`forecourt:${page}`))
  expect(pageNames.filter((page) => !opened.includes(page))).toEqual(['new-advert', 'review', 'welcome'])
  expect(readAppLink('forecourt:calls?show=waiting')).toEqual({ page: 'calls', params: { show: 'waiting' } })
})
