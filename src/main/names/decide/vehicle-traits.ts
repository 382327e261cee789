/**
 * Traits of a vehicle in a text next to its name. A trait that it doesn't say, or says twice and differently, is null.
 */
export interface VehicleTraits {
  readonly fuel: 'petrol' | 'diesel' | 'hybrid' | 'electric' | null
  /** Litres with one decimal, as `2.0`. */
  readonly volume: string | null
  /** Metric horsepower. */
  readonly power: number | null
  readonly gearbox: 'manual' | 'automatic' | null
  readonly drive: 'all' | 'front' | 'rear' | null
}

type Words<Value> = readonly (readonly [Value, RegExp])[]

/** A whole word, in any alphabet. */
const word = (pattern: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, 'iu')

/** A car with a battery burns something too: being a hybrid distinguishes it from the others. */
const fuels: Words<NonNullable<VehicleTraits['fuel']>> = [
  ['hybrid', word('гібрид|гибрид|hybrid|phev|hev|plug-?in')],
  ['electric', word('електро|электро|електричний|electric|ev|bev|elektro')],
  ['diesel', word('дизель|дизельний|дизельный|diesel|tdi|cdi|dci|hdi|bluehdi|crdi|tdci|jtd')],
  // `2.0 D`, `xDrive20d`: a letter alone may be a class.
  ['diesel', /(?<=\d[.,]\d ?|\d\d)d(?![\p{L}\d])/iu],
  ['petrol', word('бензин|бензиновий|бензиновый|petrol|gasoline|benzin|benzyna|tsi|tfsi|fsi|tce|gdi|mpi')],
]
/** A mild hybrid is sold as what its engine burns. */
const mildHybrid = /(?:м.який|мягкий|mild)[\s-]*(?:гібрид|гибрид|hybrid)|mhev/giu

interface Unsure {
  readonly word: RegExp
  /** The whole text. */
  readonly alone: RegExp
}

const unsure = (words: string): Unsure => ({
  word: word(words),
  alone: new RegExp(`^\\s*(?:${words})\\.?\\s*$`, 'iu'),
})

/** Words that are sure, and those that mean something else in other texts (`повний комплект`, `ручна робота`). */
interface Said<Value> {
  readonly value: Value
  readonly sure: RegExp
  readonly unsure: Unsure
}

const gearboxes: readonly Said<NonNullable<VehicleTraits['gearbox']>>[] = [
  {
    value: 'automatic',
    sure: word(
      'автомат|акпп|automatic|automatik|dsg|dct|edc|cvt|варіатор|вариатор|типтронік|типтроник|s-?tronic',
    ),
    unsure: unsure('ат|at|робот'),
  },
  {
    value: 'manual',
    sure: word('механіка|механика|мкпп|manual|manuell'),
    unsure: unsure('мт|mt|ручна|ручная'),
  },
]
const drives: readonly Said<NonNullable<VehicleTraits['drive']>>[] = [
  {
    value: 'all',
    sure: word('4wd|awd|4x4|4х4|4×4|quattro|xdrive|4matic|4motion|(?:повний|полный) прив[іо]д'),
    unsure: unsure('повний|полный'),
  },
  { value: 'front', sure: word('fwd|(?:передній|передний) прив[іо]д'), unsure: unsure('передній|передний') },
  { value: 'rear', sure: word('rwd|(?:задній|задний) прив[іо]д'), unsure: unsure('задній|задний') },
]

/** Traits that the texts name together: two that differ say nothing. */
export function vehicleTraits(texts: readonly string[]): VehicleTraits {
  return {
    fuel: only(texts.map(fuelIn)),
    volume: only(texts.flatMap(volumesIn)),
    power: only(texts.flatMap(powersIn)),
    gearbox: only(texts.flatMap((text) => saidIn(text, gearboxes))),
    drive: only(texts.flatMap((text) => saidIn(text, drives))),
  }
}

const fuelIn = (text: string): VehicleTraits['fuel'] | undefined => {
  const bare = text.replace(mildHybrid, '')
  return fuels.find(([, words]) => words.test(bare))?.[0]
}

/** Values that a text names; an uncertain word counts alone, or with an engine. */
const saidIn = <Value>(text: string, words: readonly Said<Value>[]): Value[] =>
  words.flatMap(({ value, sure, unsure }) =>
    sure.test(text) || unsure.alone.test(text) || (unsure.word.test(text) && namesEngine(text))
      ? [value]
      : [],
  )

const namesEngine = (text: string): boolean =>
  fuelIn(text) !== undefined || volumesIn(text).length > 0 || powersIn(text).length > 0

function only<Value>(said: readonly (Value | undefined)[]): Value | null {
  const [value, ...others] = new Set(said.filter((each) => each !== undefined))
  return value === undefined || others.length > 0 ? null : value
}

/** `2.0`, `1,6`: what an engine may have, and what is no consumption, weight or distance. */
const volumesIn = (text: string): string[] =>
  Array.from(
    text.matchAll(
      /(?<![\d.,])([0-8])[.,](\d)(?![\d.,]|\s*(?:л\s*\/|l\s*\/|т(?!\p{L})|t(?!\p{L})|%|км|km|тис|тыс|m(?!\p{L})|м(?!\p{L})))/giu,
    ),
    ([, whole, tenth]) => `${whole}.${tenth}`,
  ).filter((volume) => Number(volume) >= 0.6)

const hpOfKilowatt = 1.359_62

/** `190 к.с.`, `140 kW`. */
const powersIn = (text: string): number[] =>
  Array.from(
    text.matchAll(/(?<![\d.,])(\d{2,4})\s*(?:(к\.?\s?с|л\.?\s?с|hp|ps)|(квт|kw))(?!\p{L})/giu),
    ([, count = '', , kilowatts]) =>
      kilowatts === undefined ? Number(count) : Math.round(Number(count) * hpOfKilowatt),
  )
