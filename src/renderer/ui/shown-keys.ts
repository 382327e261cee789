export const isApple = (): boolean => /mac/i.test(navigator.platform)

const appleSigns: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥' }

/** `Ctrl+K` as this system writes it: `⌘K` on macOS. */
export const shownKeys = (keys: string): string =>
  isApple()
    ? keys
        .split('+')
        .map((key) => appleSigns[key] ?? key)
        .join('')
    : keys
