import type { UpdateFeed } from '../../src/main/updates/update-feed.ts'

export function givenFeed(env: Readonly<Record<string, string | undefined>>): UpdateFeed | null
export function notesOf(changelog: string, version: string): string | undefined
export function publishArguments(feed: UpdateFeed | null, notes?: string): string[]
export function signatureOf(
  manifest: Buffer,
  packages: (name: string) => Buffer,
  pem: string,
  feed: UpdateFeed,
): string
