import { verify, type KeyObject } from 'node:crypto'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'

/** A version as semver has it, without build facts. */
const version = z
  .string()
  .max(100)
  .regex(/^\d+\.\d+\.\d+(?:-[\da-z.-]+)?$/i)

const fileSchema = z.object({
  url: z.string().max(300),
  sha512: z.string().regex(/^[A-Za-z\d+/]{86}==$/),
  size: z.int().min(1).max(4_000_000_000),
})

const manifestSchema = z.object({
  version,
  files: z.array(fileSchema).min(1).max(20),
  releaseNotes: z.string().trim().max(30_000).default(''),
})

/** A newer or older version: its notes, and its one package for this system. */
export interface Manifest {
  readonly version: string
  readonly notes: string | null
  readonly file: z.infer<typeof fileSchema>
}

/** @param signatures base64, a line for each key that signed. @throws Fault `update` if none is by one of the keys */
export function checkSignature(
  bytes: Buffer,
  signatures: string,
  keys: readonly KeyObject[],
  address: string,
): void {
  const isOurs = signatures
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'base64'))
    .some((signature) => keys.some((key) => verify(null, bytes, key, signature)))
  if (!isOurs) throw new Fault('update', { reason: 'signature', address })
}

/**
 * Reads a manifest whose signature was checked. Its contents are bounded even so: a file is a name next to it.
 * @param extension of the packages that this system installs: `.AppImage`
 * @throws Fault `update`: manifest, file-elsewhere, system
 */
export function parseManifest(text: string, extension: string, address: string): Manifest {
  const parsed = manifestSchema.safeParse(load(text, address))
  if (!parsed.success) throw new Fault('update', { reason: 'manifest', address })
  const { version, files, releaseNotes } = parsed.data
  const elsewhere = files.find(({ url }) => !isBareName(url))
  if (elsewhere) throw new Fault('update', { reason: 'file-elsewhere', address, value: elsewhere.url })
  const [file, ...others] = files.filter(({ url }) => url.endsWith(extension))
  if (!file || others.length > 0) throw new Fault('update', { reason: 'system', address })
  return { version, notes: releaseNotes === '' ? null : releaseNotes, file }
}

/** The first of several documents would be another one than a person sees first: none is taken. */
function load(text: string, address: string): unknown {
  try {
    return parseUpdateInfo(text, '', new URL('https://manifest.invalid'))
  } catch (error) {
    throw new Fault('update', { reason: 'manifest', address }, { cause: error })
  }
}

const isBareName = (name: string): boolean => /^[\da-z][\w.-]*$/i.test(name)
