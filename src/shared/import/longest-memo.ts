/** Letters of what a window keeps of a file that is left in the middle: some ten thousand changes of its rows. */
export const longestMemo = 4_000_000
