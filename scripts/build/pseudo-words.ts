import type { Plugin } from 'vite'

/** Letters that no English word has, and that every font of the app does. */
const accented: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz', (letter, at) => [
    letter,
    Array.from('ÅåßƀÇçÐđÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀɱÑñÔôÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž')[at] ?? letter,
  ]),
)

/** A text as a language would have it that nobody speaks: its vowels twice, which is 40 % more, in accents and brackets. */
const pseudoText = (text: string): string =>
  `[${text.replace(/[aeiou]/gi, '$&$&').replace(/[A-Za-z]/g, (letter) => accented[letter] ?? letter)}]`

/** In a compiled message: its texts are template strings in brackets, and what is filled in stays. */
const pseudoTemplate = (template: string): string =>
  `[${template
    .split(/(\$\{[^}]*\}|\\.)/)
    .map((part, at) => (at % 2 === 1 ? part : pseudoText(part).slice(1, -1)))
    .join('')}]`

/** For a test alone (`FORECOURT_PSEUDO=1`): the English words of the build become those of a language that shows what is wrong with a page. */
export const pseudoWords = (): Plugin => ({
  name: 'pseudo-words',
  transform(code, id) {
    if (process.env.FORECOURT_PSEUDO !== '1' || !id.includes('/messages/en.js?feature=')) return null
    return {
      code: code.replace(
        /\(`((?:[^`\\]|\\.)*)`\)/g,
        (_found, template: string) => `(\`${pseudoTemplate(template)}\`)`,
      ),
      map: null,
    }
  },
})
