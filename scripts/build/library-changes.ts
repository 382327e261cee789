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

/** iconv-lite brings the tables of Chinese, Japanese and Korean encodings, half of the file that reads imports: none is ours. */
export const withoutWideTables: Plugin = {
  name: 'without-wide-tables',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/iconv-lite/encodings/dbcs-data.js')) return null
    if (!code.includes('shiftjis')) throw new Error(`${id} has no wide tables to leave out`)
    return { code: 'module.exports = {}', map: null }
  },
}
