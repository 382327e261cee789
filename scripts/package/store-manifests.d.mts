export interface Release {
  readonly version: string
  /** `2026-11-27` */
  readonly date: string
  /** Where its sources are: `https://github.com/owner/name`. */
  readonly homepage: string
  /** Asked for each file that a manifest names. */
  readonly sha256: (file: string) => string
}

export function storeManifests(release: Release): Record<string, string>
