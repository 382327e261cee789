import type { Plugin } from 'vite'

/** Parts of libraries, each with the app's replacement. */
const changes: readonly { readonly file: string; readonly was: RegExp; readonly instead: string }[] = [
  // The content security policy refuses styles in HTML, and trusted types refuse the writing of it.
  // The style sheet of ListPage sets the cursor while a pane is dragged.
  {
    file: 'paneforge/dist/internal/utils/style.js',
    was: /(?<=export function setGlobalCursorStyle\()[^]*?\n\}/,
    instead: ') {}',
  },
  {
    file: 'bits-ui/dist/bits/command/components/command-item.svelte',
    was: /style="display: contents;"/,
    instead: 'style:display="contents"',
  },
  // Tables of Chinese, Japanese and Korean encodings are half of the file that reads imports: none is ours.
  {
    file: '/iconv-lite/encodings/dbcs-data.js',
    was: /[^]*shiftjis[^]*/,
    instead: 'module.exports = {}',
  },
  // A write while an effect is torn down was kept in a list that is never emptied, with the whole page that it belonged to.
  {
    file: '/svelte/src/internal/client/reactivity/sources.js',
    was: /active_effect !== null &&(?=\s+\(active_effect\.f & CLEAN\) !== 0 &&)/,
    instead: 'active_effect !== null && active_reaction !== null &&',
  },
]

/** Changes libraries as they are bundled. A library that has no longer what is replaced here, or its file, stops the build. */
export const libraryChanges: Plugin = {
  name: 'library-changes',
  enforce: 'pre',
  transform(code, id) {
    const found = changes.find(({ file }) => id.endsWith(file))
    if (!found) return null
    if (!found.was.test(code))
      throw new Error(`${found.file} has changed: look whether scripts/build still has to`)
    return { code: code.replace(found.was, found.instead), map: null }
  },
  buildEnd(error) {
    const ids = error ? [] : [...this.getModuleIds()]
    for (const { file } of changes) {
      const library = `/node_modules/${/[^/]+/.exec(file)?.[0] ?? ''}/`
      if (ids.some((id) => id.includes(library)) && !ids.some((id) => id.endsWith(file)))
        this.error(`${file} is not in the bundle any more: look whether scripts/build still has to change it`)
    }
  },
}
