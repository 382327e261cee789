import { type ElementKind, kindsIn } from './element-tree.ts'

/** Elements of HTML that mark up words in a line, and those that begin a line of their own. */
const [inLine, ofLines] = [
  new Set('a abbr b big em font i mark s small span strike strong sub sup u'.split(' ')),
  new Set('blockquote br center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre ul'.split(' ')),
]

/**
 * Elements of HTML in a text, as descriptions have them: `<text>Not <b>damaged</b></text>`. In an element that never holds a
 * text of its own they are parts like any others.
 * @returns their paths from the row on
 */
export function inlinePaths(row: ElementKind): ReadonlySet<string> {
  const inline = new Set<ElementKind>()
  for (const kind of kindsIn(row)) {
    const isOfHtml = inLine.has(kind.name.toLowerCase()) || ofLines.has(kind.name.toLowerCase())
    // What holds it comes before it.
    if (isOfHtml && kind.parent && (kind.parent.hasText || inline.has(kind.parent))) inline.add(kind)
  }
  return new Set([...inline].map((kind) => kind.path.slice(row.path.length + 1)))
}

/** The words of such an element as a part of the text around it. */
export function flowingText(path: string, text: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (inLine.has(name)) return text
  return text.trim() === '' ? '\n' : `\n${text.trim()}\n`
}
