export const pagePath: string
export const page: () => string
