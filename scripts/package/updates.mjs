/** What a build and a release do for new versions of the app: where they are told, and the signatures that the app believes. */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { updateFeedSchema } from '../../src/main/updates/update-feed.ts'

/**
 * What a build is told by the variable `FORECOURT_UPDATES`: the JSON of `updateFeedSchema`, whose address is https. Null if it is
 * told nothing: such an app looks for no new versions.
 * @throws if it isn't right, so that no app is built that could never be updated
 */
export function givenFeed({ FORECOURT_UPDATES: given = '' }) {
  if (given === '') return null
  const feed = updateFeedSchema.parse(JSON.parse(given))
  if (!feed.address.startsWith('https://')) throw new Error('FORECOURT_UPDATES: the address has to be https')
  return feed
}

/** The part of the changelog that is about a version, or undefined. */
export const notesOf = (changelog, version) =>
  changelog
    .split(/^## /m)
    .find((part) => part.split(/[\s,]/, 1)[0] === version)
    ?.replace(/^.*\n/, '')
    .trim()

/** What electron-builder is told, so that it writes the manifests: nothing in a build without an address. */
export function publishArguments(feed, notes) {
  if (feed === null) return []
  return [
    '--config.publish.provider=generic',
    `--config.publish.url=${feed.address}`,
    ...(notes ? [`--config.releaseInfo.releaseNotes=${notes}`] : []),
  ]
}

/**
 * A signature over a manifest, as its file has it.
 * @param manifest its bytes
 * @param packages the bytes of each package of the release by its name
 * @param pem the private key, as `openssl genpkey -algorithm ed25519` writes it
 * @throws if the manifest names another package than those of the release, or no app of this build would believe the signature
 */
export function signatureOf(manifest, packages, pem, feed) {
  const text = manifest.toString('utf8')
  const named = [...text.matchAll(/^ {2}- url: (\S+)\n {4}sha512: (\S+)\n {4}size: (\d+)$/gm)]
  if (named.length === 0) throw new Error('the manifest names no package')
  for (const [, name, sum, size] of named) {
    const bytes = packages(name)
    if (createHash('sha512').update(bytes).digest('base64') !== sum || bytes.length !== Number(size))
      throw new Error(`${name} is not the package that the manifest names`)
  }
  const key = createPrivateKey(pem)
  const signature = sign(null, manifest, key)
  const believed = feed.keys.map((each) =>
    createPublicKey({ key: Buffer.from(each, 'base64'), format: 'der', type: 'spki' }),
  )
  if (!believed.some((each) => verify(null, manifest, each, signature)))
    throw new Error('the private key belongs to none of the public keys in FORECOURT_UPDATES')
  return `${signature.toString('base64')}\n`
}
