import { timingSafeEqual } from 'node:crypto'

/** Compares in a time that does not reveal how much was right; it reveals the length, which is no secret. */
export function sameSecret(given: string, secret: string): boolean {
  const left = Buffer.from(given)
  const right = Buffer.from(secret)
  return left.length === right.length && timingSafeEqual(left, right)
}
