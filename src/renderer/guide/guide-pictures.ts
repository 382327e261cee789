import type { Locale } from '#shared/i18n/locale.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { ChapterName } from './guide-titles.ts'

/** The pictures that `npm run pictures` makes, each a file of its own that is read when its chapter is shown: addresses by path. */
const files = import.meta.glob<string>('../../../docs/pictures/guide/*.png', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Words for the picture of a chapter; the chapter of the keys has a table instead. */
const pictureWords: Readonly<Partial<Record<ChapterName, () => string>>> = {
  connect: m.guide_picture_connect,
  read: m.guide_picture_read,
  edit: m.guide_picture_edit,
  file: m.guide_picture_file,
  stock: m.guide_picture_stock,
  names: m.guide_picture_names,
  doubt: m.guide_picture_doubt,
  orders: m.guide_picture_orders,
  market: m.guide_picture_market,
}

/** The picture of a chapter in the language and theme of the window; undefined if it has none. */
export function guidePicture(
  chapter: ChapterName,
  locale: Locale,
  isDark: boolean,
): { readonly src: string; readonly alt: string } | undefined {
  const look = [isDark && '-dark', locale === 'uk' && '-uk'].filter(Boolean).join('')
  const src = files[`../../../docs/pictures/guide/${chapter}${look}.png`]
  const words = pictureWords[chapter]
  return src === undefined || words === undefined ? undefined : { src, alt: words() }
}
