import type { Params } from '../service/params.ts'

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

/** What a name is made of where nothing in it changes on its way; nearly every name is. */
const plain = /^[\w.[\]]*$/

/** Brackets of a name travel as the contract draws them: `marka_id[0]=79`. */
const encodeName = (name: string): string =>
  plain.test(name) ? name : encode(name).replaceAll('%5B', '[').replaceAll('%5D', ']')

/** A path as it may stand on the request line. What is escaped already stays; a `?` or `#` in it is one of its letters. */
export const encodePath = (path: string): string =>
  path.toWellFormed().replace(/[^\x21-\x7e]+|[?#]/g, encodeURIComponent)

/** `?a=1&b[0]=2` in the order given, '' without parameters. */
export const queryString = (params: Params): string =>
  params.length === 0
    ? ''
    : `?${params.map(([name, value]) => `${encodeName(name)}=${encode(String(value))}`).join('&')}`
