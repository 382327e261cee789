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

/** Commander loads what starts processes, and with it sockets, for commands that are programs of their own: we have none. */
export const withoutSubprocesses: Plugin = {
  name: 'without-subprocesses',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('commander/lib/command.js')) return null
    const line = "import childProcess from 'node:child_process';"
    if (!code.includes(line)) throw new Error(`${id} imports processes otherwise than it did`)
    return { code: code.replace(line, 'const childProcess = {};'), map: null }
  },
}

/** iconv-lite brings the tables of Chinese, Japanese and Korean encodings, half of the file that reads imports: none is ours. */
export const withoutWideTables: Plugin = {
  name: 'without-wide-tables',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/iconv-lite/encodings/dbcs-data.js')) return null
    if (!code.includes('shiftjis')) throw new Error(`${id} holds other encodings than it did`)
    return { code: 'module.exports = {}', map: null }
  },
}

/** Numbers in messages are written without Intl, whose first number format takes half as long as an empty start. */
export const plainNumbers: Plugin = {
  name: 'plain-numbers',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/i18n/generated/registry.js')) return null
    const line = 'return new Intl.NumberFormat(locale, options).format(Number(input))'
    if (!code.includes(line)) throw new Error(`${id} writes numbers otherwise than it did`)
    const plain = code.replace(line, 'return numberIn(locale, Number(input))')
    return { code: `import { numberIn } from '#shared/i18n/number-words.ts'\n${plain}`, map: null }
  },
}

/**
 * Zod makes a schema for each `z.string()`, although schemas never change: one of each of these kinds serves the whole app,
 * which makes a third fewer of them when it starts.
 */
export const sharedSchemas: Plugin = {
  name: 'shared-schemas',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/zod/v4/classic/schemas.js')) return null
    const changed = ['string', 'number', 'int', 'boolean'].reduce((text, kind) => {
      const made = new RegExp(
        `export function ${kind}\\(params\\) \\{\\s*return (core\\._${kind}\\(\\w+, )params\\);`,
      )
      if (!made.test(text)) throw new Error(`${id} makes a schema of ${kind} otherwise than it did`)
      const shared = `shared_${kind}`
      return text.replace(
        made,
        `let ${shared};
export function ${kind}(params) {
    return params === undefined ? (${shared} ??= $1undefined)) : $1params);`,
      )
    }, code)
    return { code: changed, map: null }
  },
}

/** Values that an object's schema reads as they come, before it makes a parser of its own for them. */
const readAsTheyCome = 20

/**
 * Zod writes a parser for the first value that an object's schema reads, and has it compiled. That pays for a thousand
 * values: a start reads a few of each kind.
 */
export const parsersForMany: Plugin = {
  name: 'parsers-for-many',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/zod/v4/core/schemas.js')) return null
    const first = 'if (jit && fastEnabled && '
    const variable = 'let fastpass;'
    if (!code.includes(first) || !code.includes(variable))
      throw new Error(`${id} makes parsers otherwise than it did`)
    const changed = code
      .replace(variable, `${variable} let read = 0;`)
      .replace(first, `${first}(fastpass || ++read > ${readAsTheyCome}) && `)
    return { code: changed, map: null }
  },
}
