/** What the window remembers of its own look. Losing it costs nothing, so a storage that refuses is no failure. */
const prefix = 'forecourt:'

/** The value kept under this key, or undefined where there is none that can be read. */
export function recall(key: string): unknown {
  try {
    const text = localStorage.getItem(prefix + key)
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Full or forbidden: the look is not kept, nothing else suffers.
  }
}
