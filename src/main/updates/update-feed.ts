import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { isLoopback } from '../http/proxy.ts'

/** An Ed25519 public key as base64 of its DER form, the line between the marks of `openssl pkey -pubout`. */
const publicKey = z
  .string()
  .max(200)
  .refine((text) => keyOf(text)?.asymmetricKeyType === 'ed25519')

/** The folder of the manifests and packages. */
const folderAddress = z.string().max(1_000).refine(isFolderAddress)

/**
 * Place of new versions' announcements, and the trusted signature. It is decided when the app is built: there is no
 * address that all builds have.
 */
export const updateFeedSchema = z.object({
  address: folderAddress,
  /** Other hosts to which the address may redirect, as a site does that keeps its files elsewhere. */
  hosts: z.array(z.string().max(253)).max(10).default([]),
  /** Any of them signs: with two, one can be replaced. */
  keys: z.array(publicKey).min(1).max(5),
})
export type UpdateFeed = z.infer<typeof updateFeedSchema>

/** `process.env.FORECOURT_BUILT_UPDATES` is replaced by its value when the app is built (electron.vite.config.ts). */
const built = (): string | undefined => process.env.FORECOURT_BUILT_UPDATES

/**
 * The feed of this build; null if it has none. Only while nothing is packaged may a variable name another one, as for policies.
 * @throws ZodError or SyntaxError for a variable that is none
 */
export function updateFeed(isPackaged: boolean, env: NodeJS.ProcessEnv): UpdateFeed | null {
  const text = isPackaged ? built() : (env.FORECOURT_UPDATES ?? built())
  return text === undefined || text === '' ? null : updateFeedSchema.parse(JSON.parse(text))
}

/** All hosts that may be asked for new versions. */
export const hostsOf = ({ address, hosts }: UpdateFeed): readonly string[] => [
  new URL(address).host,
  ...hosts,
]

export const keysOf = ({ keys }: UpdateFeed): readonly KeyObject[] =>
  keys.flatMap((text) => keyOf(text) ?? [])

function keyOf(text: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** True if the way is encrypted or stays on this computer: the signature is checked even so. */
export const isSafe = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))

function isFolderAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && isSafe(url) && url.href === text && text.endsWith('/') && !/[?#@]/.test(text)
}
