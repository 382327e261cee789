import type { CustomScheme, Protocol } from 'electron'
import { photoScheme } from '#shared/inventory/photo-address.ts'
import type { Photo } from '../photos/photo.ts'

/** To be handed to `protocol.registerSchemesAsPrivileged` with the app's own. Pictures only: no script may fetch from it. */
export const photoPrivileges: CustomScheme = {
  scheme: photoScheme,
  privileges: { standard: true, secure: true },
}

/** Should a photo ever be opened as a page: it may load and run nothing. */
const headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Serves photos of adverts as photo://advert/ID?of=ADDRESS. */
export function servePhotos(
  protocol: Pick<Protocol, 'handle'>,
  find: (address: string) => Promise<Photo | null>,
): void {
  protocol.handle(photoScheme, async ({ method, url }) => {
    if (method !== 'GET') return new Response(null, { status: 405, headers })
    const photo = await find(url)
    if (!photo) return new Response(null, { status: 404, headers })
    return new Response(photo.bytes, { headers: { ...headers, 'content-type': photo.type } })
  })
}
