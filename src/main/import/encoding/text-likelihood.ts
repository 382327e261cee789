import { pairSymbols, russianPairs, ukrainianPairs } from './letter-pairs.ts'

const letters = new Map(Array.from(pairSymbols, (letter, at) => [letter, at]))
/** The place in the tables of whatever is no letter of theirs: the edge of a word. */
const edge = 0
const quarter = 4

/** Costs are in nats: what one sign adds to -ln(probability) of a text. Set by hand: no letter pair shows them. */
const cost = {
  /** A sign that catalogues and prices use: № « » – ° € and their like. */
  usualSign: 4,
  /** A no-break space between digits, as spreadsheets group thousands. */
  thousands: 1,
  /** `é` in `Citroën`: a Latin letter with a mark next to plain ones. */
  accented: 4,
  /** Such a letter without a plain neighbour. */
  accentedAlone: 9,
  /** A letter of neither alphabet: Serbian, Belarusian, Macedonian. */
  foreignLetter: 10,
  /** A box line, a mathematical sign, anything else. */
  oddSign: 14,
  /** A byte that the encoding doesn't have, or a control character. */
  nothing: 25,
  /** A capital behind a small letter, a Cyrillic letter next to a Latin one or a digit, a sign inside a word. */
  misfit: 3,
  /** A word of one letter: there are few. */
  single: 4,
} as const

const usualSigns = new Set('№«»„“”‘’‚–—…•·°±§©®™€£₴$²³½¼¾×\u00a0')
const money = new Set('£€$₴')
const isLatin = (sign: string): boolean => /^[a-z]$/i.test(sign)
const isDigit = (sign: string): boolean => sign >= '0' && sign <= '9'
const isAccented = (sign: string): boolean => /^[\u00c0-\u024f]$/.test(sign) && sign !== '×' && sign !== '÷'
const isCyrillic = (sign: string): boolean => /^[\u0400-\u04ff]$/.test(sign)
const isLetter = (sign: string): boolean => isLatin(sign) || isAccented(sign) || isCyrillic(sign)
const isNothing = (sign: string): boolean => sign === '\ufffd' || /^[\u0080-\u009f]$/.test(sign)

/** Unlikelihood of a text of high bytes, in nats: the less, the sooner it is Ukrainian, Russian or Latin text. */
export function negativeLogLikelihood(text: string): number {
  const signs = Array.from(text)
  return Math.min(total(signs, ukrainianPairs), total(signs, russianPairs))
}

function total(signs: readonly string[], pairs: readonly string[]): number {
  let sum = 0
  let before = ''
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at] ?? ''
    const after = signs[at + 1] ?? ''
    if (sign > '\x7f') sum += costOf(before, sign, after, pairs)
    else if (before > '\x7f') sum += endOfWord(before, sign, pairs)
    before = sign
  }
  return sum
}

function costOf(before: string, sign: string, after: string, pairs: readonly string[]): number {
  const letter = letters.get(sign.toLowerCase())
  if (letter !== undefined) return letterCost(before, sign, letter, pairs) + singleCost(before, after)
  const leaving = before > '\x7f' ? endOfWord(before, sign, pairs) : 0
  return leaving + signCost(before, sign, after)
}

function letterCost(before: string, sign: string, letter: number, pairs: readonly string[]): number {
  const previous = letters.get(before.toLowerCase()) ?? edge
  const flips = previous !== edge && before === before.toLowerCase() && sign !== sign.toLowerCase()
  return pairCost(pairs, previous, letter) + (flips || isLatin(before) ? cost.misfit : 0)
}

function singleCost(before: string, after: string): number {
  const alone = !letters.has(before.toLowerCase()) && !letters.has(after.toLowerCase())
  return alone ? cost.single + (isDigit(before) || isDigit(after) ? cost.misfit : 0) : 0
}

function endOfWord(before: string, next: string, pairs: readonly string[]): number {
  const letter = letters.get(before.toLowerCase())
  if (letter === undefined) return 0
  return pairCost(pairs, letter, edge) + (isLatin(next) ? cost.misfit : 0)
}

const pairCost = (pairs: readonly string[], first: number, second: number): number =>
  ((pairs[first]?.charCodeAt(second) ?? 0) - 65) / quarter

/** True of a sign where words have none: `£ódź` is `Łódź` in another encoding. */
function isInWord(before: string, sign: string, after: string): boolean {
  if (sign === '’' || !isLetter(after)) return false
  return isLetter(before) || money.has(sign)
}

function signCost(before: string, sign: string, after: string): number {
  if (isNothing(sign)) return cost.nothing
  if (sign === '\u00a0' && isDigit(before) && isDigit(after)) return cost.thousands
  if (sign === '№' && !/^[ \d\u00a0]$/.test(after)) return cost.usualSign + cost.misfit
  if (usualSigns.has(sign)) return cost.usualSign + (isInWord(before, sign, after) ? cost.misfit : 0)
  if (isAccented(sign)) return isLatin(before) || isLatin(after) ? cost.accented : cost.accentedAlone
  return isCyrillic(sign) ? cost.foreignLetter : cost.oddSign
}
