export const items: readonly string[]
export const missingInWindow: Readonly<Record<string, string>>
export const missingInCommand: Readonly<Record<string, string>>
export function itemsPage(): string[]
