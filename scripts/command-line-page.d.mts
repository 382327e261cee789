export const pagePath: string
export function page(now: string): Promise<string>
