import type { Params } from '../service/params.ts'

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

/** A name that needs no encoding; nearly every name is such. */
const plain = /^[\w.[\]]*$/

/** Brackets of a name are not encoded, as in the contract: `marka_id[0]=79`. */
const encodeName = (name: string): string =>
  plain.test(name) ? name : encode(name).replaceAll('%5B', '[').replaceAll('%5D', ']')

/** A path for the request line. What is encoded already stays; a `?` or `#` in it is part of the path. */
export const encodePath = (path: string): string =>
  path.toWellFormed().replace(/[^\x21-\x7e]+|[?#]/g, encodeURIComponent)

/** `?a=1&b[0]=2` in the order given, '' without parameters. */
export const queryString = (params: Params): string =>
  params.length === 0
    ? ''
    : `?${params.map(([name, value]) => `${encodeName(name)}=${encode(String(value))}`).join('&')}`
