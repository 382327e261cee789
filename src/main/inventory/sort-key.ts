/**
 * Order of a Ukrainian dictionary, with the Russian letters of the service's texts where a Ukrainian reader looks for
 * them. SQLite compares text by code point, which puts і, ї and є behind я.
 */
const alphabet = 'абвгґдеёєжзиіїйклмнопрстуфхцчшщъыьэюя'
const firstRank = 0x0400

const ranks = new Map(Array.from(alphabet, (letter, rank) => [letter, String.fromCharCode(firstRank + rank)]))

/** A text whose order by code point is the order in which a person looks the text up; letter case doesn't count. */
export const sortKey = (text: string): string =>
  text.toLowerCase().replace(/[а-яґєіїё]/g, (letter) => ranks.get(letter) ?? letter)
