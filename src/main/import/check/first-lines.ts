/** Half full at most, so that a search takes a step or two. */
const growAt = 0.5
const growBy = 4
/** Enough for a usual file, in a megabyte. */
const firstSlots = 65_536

/**
 * For each number the line where it was first seen: an open-addressing table in two flat arrays. A Map of a million
 * such numbers takes six times the memory and four times the time.
 */
export class FirstLines {
  #keys = new Float64Array(firstSlots)
  #lines = new Int32Array(firstSlots)
  #size = 0
  /** Numbers that changed since begin(), each followed by its line before. */
  #before: number[] | null = null

  /** From now on restore() takes back what changes. */
  begin(): void {
    this.#before = []
  }

  /** What changed since begin() stays. */
  keep(): void {
    this.#before = null
  }

  /** Takes back what changed since begin(), the last change first. */
  restore(): void {
    const before = this.#before ?? []
    for (let at = before.length - 2; at >= 0; at -= 2)
      this.#lines[this.#slotOf(before[at] ?? 0)] = before[at + 1] ?? 0
    this.#before = null
  }

  /** @returns the line where `key` (a whole number above zero) was first added, or 0 if that is now */
  add(key: number, line: number): number {
    const slot = this.#slotOf(key)
    const first = this.#keys[slot] === key ? this.#lines[slot] : undefined
    if (first) return first
    this.#before?.push(key, 0)
    this.#lines[slot] = line
    if (first === 0) return 0
    this.#keys[slot] = key
    this.#size += 1
    if (this.#size > this.#keys.length * growAt) this.#grow()
    return 0
  }

  /** Forgets `key` if that is the line where it was first seen. */
  remove(key: number, line: number): void {
    const slot = this.#slotOf(key)
    if (this.#keys[slot] !== key || this.#lines[slot] !== line) return
    this.#before?.push(key, line)
    this.#lines[slot] = 0
  }

  #slotOf(key: number): number {
    const mask = this.#keys.length - 1
    const folded = Math.imul(key ^ (key / 0x1_0000_0000), 0x9e3779b1)
    let slot = (folded ^ (folded >>> 15)) & mask
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [keys, lines] = [this.#keys, this.#lines]
    this.#keys = new Float64Array(keys.length * growBy)
    this.#lines = new Int32Array(keys.length * growBy)
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0
      if (key === 0) continue
      const slot = this.#slotOf(key)
      this.#keys[slot] = key
      this.#lines[slot] = lines[at] ?? 0
    }
  }
}
