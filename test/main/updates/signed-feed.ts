import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { UpdateFeed } from '../../../src/main/updates/update-feed.ts'
import { startFeedServer, type Answer } from '../feeds/feed-server.ts'

export interface Keys {
  readonly privateKey: KeyObject
  /** As the app has it. */
  readonly text: string
}

export function newKeys(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, text: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
}

export const sumOf = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64')

interface Release {
  readonly version?: string
  readonly name?: string
  readonly bytes?: Buffer
  /** In the place of what is right. */
  readonly files?: readonly object[]
  readonly manifest?: string
  readonly signers?: readonly Keys[]
}

/** A program that says that it was started, and by what name: what an AppImage of the next version is here. */
export const nextProgram = Buffer.from(
  `#!/bin/sh\necho "$0 $APPIMAGE_SILENT_INSTALL" > "$(dirname "$0")/started"\n${'#'.repeat(300_000)}\n`,
)

export const packageName = 'forecourt-0.2.0-linux-x86_64.AppImage'

/** The manifest as electron-builder writes it. */
export const manifestOf = ({
  version = '0.2.0',
  name = packageName,
  bytes = nextProgram,
  files = [{ url: name, sha512: sumOf(bytes), size: bytes.length, blockMapSize: 12 }],
}: Release): string =>
  [
    `version: ${version}`,
    'files:',
    ...files.map((file) =>
      Object.entries(file)
        .map(([key, value], at) => `${at === 0 ? '  - ' : '    '}${key}: ${String(value)}`)
        .join('\n'),
    ),
    `path: ${name}`,
    `sha512: ${sumOf(bytes)}`,
    'releaseNotes: |\n  - Stock files may come twice.\n  - Faster lists.',
    "releaseDate: '2026-11-27T10:00:00.000Z'",
    '',
  ].join('\n')

/** A real server of new versions, with keys of its own. */
export async function startSignedFeed() {
  const server = await startFeedServer()
  const keys = newKeys()
  const address = server.url('/releases/')
  const files = new Map<string, Buffer | Answer>()
  server.answers((request, response) => {
    const found = files.get((request.url ?? '').replace(/^\/releases\//, ''))
    if (found === undefined) response.writeHead(404).end()
    else if (Buffer.isBuffer(found)) serve(response, found)
    else found(request, response)
  })
  const feed: UpdateFeed = { address, hosts: [], keys: [keys.text] }
  return {
    feed,
    keys,
    server,
    files,
    /** What was asked for, in its order. */
    asked: (): string[] => server.asked.map(({ path }) => path.replace(/^\/releases\//, '')),
    release(release: Release = {}): void {
      const { name = packageName, bytes = nextProgram, signers = [keys] } = release
      const manifest = Buffer.from(release.manifest ?? manifestOf(release))
      files.set('latest-linux.yml', manifest)
      const signatures = signers.map(({ privateKey }) => sign(null, manifest, privateKey).toString('base64'))
      files.set('latest-linux.yml.sig', Buffer.from(`${signatures.join('\n')}\n`))
      files.set(name, bytes)
    },
  }
}

export type SignedFeed = Awaited<ReturnType<typeof startSignedFeed>>

const serve = (response: ServerResponse, bytes: Buffer): void =>
  void response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
