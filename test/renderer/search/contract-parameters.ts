import { readFileSync } from 'node:fs'

/** Names of the parameters in the page's table of GET /auto/search. */
export function contractParameters(path: string): string[] {
  const page = readFileSync(new URL('../../../docs/service/vehicles.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split(`## GET ${path}\n`)
  const [table = ''] = section.split('\nAnswer:')
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name)
}
