/** A picture as it is served to the window. */
export interface Photo {
  readonly type: PhotoType
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Types of pictures that are served, with the ending of their files. An SVG in `<img>` runs no script. */
export const photoTypes = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
} as const
export type PhotoType = keyof typeof photoTypes

/** The type that a `content-type` header names, or undefined when it is no picture that is served. */
export function photoType(contentType: string): PhotoType | undefined {
  const name = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return Object.hasOwn(photoTypes, name) ? (name as PhotoType) : undefined
}

/** The type of a cached file by its ending. */
export const typeOfEnding = (ending: string): PhotoType | undefined =>
  (Object.keys(photoTypes) as PhotoType[]).find((type) => photoTypes[type] === ending)
