import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linkScheme, longestLink } from '#shared/settings/app-link.ts'

/** Files and addresses that the system, or a person at a command line, gives the window to open. */
export type Handed =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'link'; readonly address: string }

/**
 * Reads the arguments of a start of the window: files and addresses of the app, between switches that are Chromium's.
 * @param folder where the start was made, from which its paths lead
 */
export function handedOver(args: readonly string[], folder: string): Handed[] {
  return args.filter((each) => each !== '' && !each.startsWith('-')).map((each) => handedBy(each, folder))
}

const handedBy = (argument: string, folder: string): Handed =>
  argument.toLowerCase().startsWith(`${linkScheme}:`)
    ? linkTo(argument)
    : { kind: 'file', path: resolve(folder, pathOf(argument)) }

/** An address that is too long leads nowhere: its end is not read. */
export const linkTo = (address: string): Handed => ({
  kind: 'link',
  address: address.slice(0, longestLink + 1),
})

/** File managers of Linux name files by address. */
function pathOf(argument: string): string {
  if (!/^file:\/\//i.test(argument)) return argument
  try {
    return fileURLToPath(argument)
  } catch {
    return argument
  }
}
