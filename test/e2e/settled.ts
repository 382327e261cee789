import { expect } from '@playwright/test'

/** Reads until two readings in a row, half a second apart, are alike and fit the pattern; resolves with the last. */
export async function settled(read: () => Promise<string>, pattern = /./): Promise<string> {
  let last = ''
  await expect
    .poll(
      async () => {
        const before = last
        last = await read()
        return last === before && pattern.test(last)
      },
      { intervals: [500] },
    )
    .toBe(true)
  return last
}
