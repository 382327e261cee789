import type { Plugin } from 'vite'

/** Where a library writes a style into HTML, and what does the same without. */
const inlineStyles: readonly { readonly file: string; readonly style: RegExp; readonly instead: string }[] = [
  // The style sheet of SplitView sets the cursor while a pane is dragged.
  {
    file: 'paneforge/dist/internal/utils/style.js',
    style: /(?<=export function setGlobalCursorStyle\()[^]*?\n\}/,
    instead: ') {}',
  },
  {
    file: 'bits-ui/dist/bits/command/components/command-item.svelte',
    style: /style="display: contents;"/,
    instead: 'style:display="contents"',
  },
]

/**
 * The content security policy refuses styles in HTML, and trusted types refuse the writing of it. A library that changes
 * what is replaced here stops the build.
 */
export const withoutInlineStyles: Plugin = {
  name: 'without-inline-styles',
  enforce: 'pre',
  transform(code, id) {
    const found = inlineStyles.find(({ file }) => id.endsWith(file))
    if (!found) return null
    if (!found.style.test(code)) throw new Error(`${found.file} has another inline style than it had`)
    return { code: code.replace(found.style, found.instead), map: null }
  },
}

/** Changes one file of a library. If it no longer holds what is changed, the build stops. */
const changeOf = (name: string, file: string, change: (code: string) => string): Plugin => ({
  name,
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith(file)) return null
    const changed = change(code)
    if (changed === code) throw new Error(`${id} is not what ${name} changes`)
    return { code: changed, map: null }
  },
})

/** iconv-lite brings the tables of Chinese, Japanese and Korean encodings, half of the file that reads imports: none is ours. */
export const withoutWideTables = changeOf(
  'without-wide-tables',
  '/iconv-lite/encodings/dbcs-data.js',
  (code) => (code.includes('shiftjis') ? 'module.exports = {}' : code),
)

/** Numbers in messages are written without Intl, whose first number format takes half as long as an empty start. */
export const plainNumbers = changeOf('plain-numbers', '/i18n/generated/registry.js', (code) => {
  const line = 'return new Intl.NumberFormat(locale, options).format(Number(input))'
  const plain = code.replace(line, 'return numberIn(locale, Number(input))')
  return plain === code ? code : `import { numberIn } from '#shared/i18n/number-words.ts'\n${plain}`
})
