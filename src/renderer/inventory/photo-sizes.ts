/** The letters of a size that end a picture's name: `…__123m.jpg`, `…__123sx.webp`. */
const size = /(\d)[a-z]{1,2}(\.\w+)(?:\?.*)?$/i

/**
 * Addresses of one photo in all its sizes, the largest first, photo by photo. The service names the first photo in four
 * sizes, and all of them again in fuller records (docs/service/practice.md, "info").
 */
export function photosBySize(addresses: readonly string[]): readonly (readonly string[])[] {
  const photos = new Map<string, string[]>()
  for (const address of addresses) {
    const name = address.replace(size, '$1')
    photos.set(name, [...(photos.get(name) ?? []), address])
  }
  return [...photos.values()]
}
