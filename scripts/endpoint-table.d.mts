export function gaps(): string[]
export const endpoints: string[]
export function page(): string
export const pagePath: string
