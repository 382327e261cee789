/** Calls that one looking up of names may take, at most. Apart from the schemas, which the window does not read. */
export const mostLookupCalls = 100
