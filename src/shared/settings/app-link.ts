/** Addresses that lead into the app: `forecourt:orders`, `forecourt:inventory?id=5`. */
export const linkScheme = 'forecourt'

/** Longer than any address that leads to something. */
export const longestLink = 2000
