/** Prefix of stored settings of the window. Losing it costs little, so a storage that refuses is no failure. */
const prefix = 'forecourt:'

/** The value saved under this key; undefined if there is none that can be read. */
export function loadLook(key: string): unknown {
  try {
    const text = localStorage.getItem(prefix + key)
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

export function saveLook(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // The storage is full or forbidden: the look is not saved, nothing else suffers.
  }
}
