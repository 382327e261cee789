/** Letters that no English word has, and that every font of the app does. */
const accented: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz', (letter, at) => [
    letter,
    Array.from('ÅåßƀÇçÐđÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀɱÑñÔôÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž')[at] ?? letter,
  ]),
)

/** Words of a language that nobody speaks: accented, in brackets, and 40 % longer by doubled vowels. */
export const pseudoText = (text: string): string =>
  `[${text.replace(/[aeiou]/gi, '$&$&').replace(/[A-Za-z]/g, (letter) => accented[letter] ?? letter)}]`
