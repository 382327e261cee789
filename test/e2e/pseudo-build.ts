import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type ESTree } from 'vite'

/** Letters that no English word has, and that every font of the app does. */
const accented: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz', (letter, at) => [
    letter,
    Array.from('ÅåßƀÇçÐđÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀɱÑñÔôÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž')[at] ?? letter,
  ]),
)

/** Words of a language that nobody speaks: accented, in brackets, and 40 % longer by doubled vowels. */
const pseudoText = (text: string): string =>
  `[${text.replace(/[aeiou]/gi, '$&$&').replace(/[A-Za-z]/g, (letter) => accented[letter] ?? letter)}]`

/** True if it is a compiled message: `localeOf(o) === 'uk' ? … : …`, also minified. */
function isMessage({ test }: ESTree.ConditionalExpression): boolean {
  if (test.type !== 'BinaryExpression' || test.left.type !== 'CallExpression') return false
  const { right } = test
  return right.type === 'TemplateLiteral'
    ? right.quasis[0]?.value.raw === 'uk'
    : right.type === 'Literal' && right.value === 'uk'
}

/** The code of a built file, with the English of each message in the other words. */
function pseudoCode(path: string, code: string): string {
  const texts: ESTree.TemplateElement[] = []
  /** Where the English of the message begins and ends. */
  let from = 0
  let to = 0
  /** The language that a plural is given is no text. */
  const languages = new Set<number>()
  new Visitor({
    ConditionalExpression(node) {
      if (isMessage(node)) [from, to] = [node.alternate.start, node.alternate.end]
    },
    CallExpression({ arguments: [first] }) {
      if (first) languages.add(first.start)
    },
    TemplateElement(element) {
      if (element.start > from && element.end < to && !languages.has(element.start - 1)) texts.push(element)
    },
  }).visit(parseSync(path, code).program)
  let changed = code
  for (const { start, end, value } of texts.toSorted((one, other) => other.start - one.start)) {
    const text = value.cooked ?? ''
    if (text === '') continue
    changed =
      changed.slice(0, start) +
      pseudoText(text).replace(/[\\`]|\$(?=\{)/g, String.raw`\$&`) +
      changed.slice(end)
  }
  return changed
}

/** Copies the built app, with its English in words that show what is wrong with a page. */
export function buildPseudo(built: string, target: string): void {
  cpSync(built, target, { recursive: true })
  for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    if (!/\.c?js$/.test(name)) continue
    const path = join(target, name)
    const code = readFileSync(path, 'utf8')
    if (/=== ?["'`]uk["'`]/.test(code)) writeFileSync(path, pseudoCode(path, code))
  }
}
