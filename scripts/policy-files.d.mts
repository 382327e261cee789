export const docsPath: string
export function rows(): string[]
export function page(now: string): string
export function files(): Record<string, string>
