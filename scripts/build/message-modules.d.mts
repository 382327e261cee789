export const head: string
export const features: readonly string[]
export function statementsOf(feature: string): ReadonlyMap<string, string>
export function typesOf(feature: string): string
