/** Views that an account has at most. */
export const mostViews = 50
