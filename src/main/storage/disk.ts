import { statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Less than this can't be written to, in bytes: SQLite lengthens its files by 32 KiB. */
const least = 65_536

/** True if the disk on which the path is, or would be, has no room. */
export function isFull(path: string): boolean {
  const found = nearest(path, (each) => statfsSync(each))
  return found !== null && found.bavail * found.bsize < least
}

/** The folder at which the disk of the path begins: `/`, `/media/usb`, `C:\\`. */
export function diskOf(path: string): string {
  const device = nearest(path, (each) => statSync(each).dev)
  let root = resolve(path)
  while (dirname(root) !== root && nearest(dirname(root), (each) => statSync(each).dev) === device)
    root = dirname(root)
  return root
}

/** Answer of `read` for the path, or of the nearest folder above it that exists. */
function nearest<Value>(path: string, read: (path: string) => Value): Value | null {
  for (let place = resolve(path); ; place = dirname(place)) {
    try {
      return read(place)
    } catch {
      if (dirname(place) === place) return null
    }
  }
}
