import { plainVehicleWords } from './fold-vehicle-name.ts'

/** Meaning of a word after a model for a vehicle, if it doesn't identify the model. */
export type Aside =
  | 'engine'
  | 'fuel'
  | 'index'
  | 'drive'
  | 'gearbox'
  | 'body'
  | 'year'
  | 'generation'
  | 'state'

const words: ReadonlyMap<string, Aside> = new Map(
  (
    [
      [
        'engine',
        'tdi tsi tfsi fsi gdi crdi cdi cdti dci tce hdi bluehdi tdci ecoboost mpi mpfi d4d vvt vvti jtd multijet puretech',
      ],
      ['engine', 'турбо turbo'],
      ['fuel', 'diesel дизель дизельний дизельный бензин бензиновий бензиновый petrol газ lpg'],
      ['fuel', 'hybrid гібрид гибрид hev mhev'],
      [
        'drive',
        '4wd awd 4x4 4х4 fwd rwd 2wd xdrive sdrive quattro 4matic 4motion повний полный привід привод',
      ],
      ['gearbox', 'at mt cvt dsg dct автомат механіка робот варіатор вариатор'],
      ['body', 'sedan седан універсал универсал combi комбі variant варіант avant авант estate touring'],
      ['body', 'хетчбек хэтчбек хечбек hatchback ліфтбек лифтбек liftback кросовер кроссовер'],
      ['body', 'позашляховик внедорожник мінівен минивэн фургон пікап пикап pickup'],
      ['generation', 'ii iii iv vi vii viii ix xi xii fl рестайлінг рестайл'],
      ['state', 'новий нова нове новый новая новое нов вживаний авто автомобіль автомобиль'],
      ['year', 'рік року год года р г рв гв'],
    ] as const
  ).flatMap(([aside, line]) =>
    line.split(' ').map((word): [string, Aside] => [plainVehicleWords(word).join(''), aside]),
  ),
)

const shapes: readonly (readonly [shape: RegExp, aside: Aside])[] = [
  [/^\d\.\d(?:l|л|t|d|i|tdi|tsi|tfsi|dci|cdi|crdi|hdi|gdi|td|di|v6|v8)?$/, 'engine'],
  [/^\d{2,3}(?:hp|kw|квт)$/, 'engine'],
  // The engine's index of a class or of a crossover: `X5 30d`, `X3 M40i`, `xDrive40`.
  [/^m?\d{2,3}(?:d|i|e|h|de|ie|cdi|tdi|t)$/, 'index'],
  [/^[xs]drive\d{2}[die]?$/, 'drive'],
  [/^(?:19[5-9]\d|20[0-3]\d)(?:p|r|г|рік|року|год|года)?$/, 'year'],
  [/^my\d{2,4}$/, 'year'],
  [/^(?:mk\d|\p{L}\d|\p{L}{1,2}\d{2,3})$/u, 'generation'],
]

/** Cyrillic letters of an engine's index that don't look like their Latin ones: `520д`. */
const indexLetters: Readonly<Record<string, string>> = { д: 'd', и: 'i', л: 'l' }

export const latinIndex = (word: string): string =>
  /^\d/.test(word) ? word.replace(/[дил]/g, (letter) => indexLetters[letter] ?? letter) : word

/** Meaning of a word next to the model, as it is compared; null if it may belong to the model's name. */
export function asideOf(plain: string): Aside | null {
  const word = latinIndex(plain)
  return words.get(word) ?? shapes.find(([shape]) => shape.test(word))?.[1] ?? null
}

/** The engine's index behind a short name in letters or a class: `RX 350`, `GLC 300`, `E 220d`. */
export const isEngineIndex = (plain: string, isClass: boolean): boolean =>
  (isClass ? /^\d{2,3}(?:[a-z]{1,3})?$/ : /^\d{3}[a-z]?\+?$/).test(latinIndex(plain))

/** `520d`, `318i`, `740Li`: the number of a series, and of its engine. */
export function seriesOf(plain: string): string | null {
  return (
    /^([1-8])\d\d(?:i|d|e|x|l|li|ld|le|xi|xd|xe|ci|cd|ti|td|tds|is|gt)?$/.exec(latinIndex(plain))?.[1] ?? null
  )
}
