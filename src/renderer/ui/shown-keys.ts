export const isApple = (): boolean => /mac/i.test(navigator.platform)

const arrows: Readonly<Record<string, string>> = { Left: '←', Right: '→' }
const appleSigns: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥' }

/** `Ctrl+K` as this system writes it: `⌘K` on macOS. */
export const shownKeys = (keys: string): string => {
  const parts = keys.split('+').map((key) => arrows[key] ?? key)
  return isApple() ? parts.map((key) => appleSigns[key] ?? key).join('') : parts.join('+')
}
