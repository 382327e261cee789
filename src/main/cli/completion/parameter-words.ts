import type { NamedParameter } from '../../service/named-parameter.ts'
import { realtyOptionsParameters, realtySearchParameters } from '../../realty/realty-parameters.ts'
import { searchParameters } from '../../search/search-parameters.ts'
import { endpoints, readPaths } from '../api/endpoints.ts'

/** Words that can follow in a command once another word was given; of several, the last given entry counts. */
export type FollowingWords = readonly (readonly [given: string, words: readonly string[]])[]

/** `marka_id[<n>]` → `marka_id[0]=`, `auto_options[<id>]` → `auto_options[`: what is typed before the value or the id. */
const typed = (parameters: readonly NamedParameter[]): string[] => [
  ...new Set(parameters.map(({ name }) => `${name.replace('[<n>]', '[0]')}=`.replace(/\[<id>\].*$/s, '['))),
]

/** Arguments of a command that are names of parameters. */
export const parameterArguments: Readonly<Record<string, readonly string[]>> = {
  search: typed(searchParameters),
  position: typed(searchParameters),
}

export const followingWords: Readonly<Record<string, FollowingWords>> = {
  api: [
    ['GET', readPaths],
    ...endpoints.flatMap(({ method, path, parameters }): [string, string[]][] =>
      method === 'GET' && parameters && parameters.length > 0 ? [[path, typed(parameters)]] : [],
    ),
  ],
  realty: [
    ['search', typed(realtySearchParameters)],
    ['options', typed(realtyOptionsParameters)],
  ],
}
