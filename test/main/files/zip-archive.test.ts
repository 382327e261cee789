import { expect, it } from 'vitest'
import { zipArchive } from '../../../src/main/files/zip-archive.ts'

async function lengthOf(content: Iterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const piece of zipArchive([{ name: 'rows.txt', content }])) bytes += piece.length
  return bytes
}

it('fails with the error of what it packs, and asks no more of it once nobody wants the archive', async () => {
  let isOver = false
  function* rows(fails: boolean): Generator<Uint8Array> {
    try {
      for (let at = 0; at < 1_000; at++) {
        yield crypto.getRandomValues(new Uint8Array(65_536))
        if (fails && at === 2) throw new Error('the row can’t be read')
      }
    } finally {
      isOver = true
    }
  }
  await expect(lengthOf(rows(true))).rejects.toThrow('the row can’t be read')
  expect(isOver).toBe(true)
  isOver = false
  let bytes = 0
  for await (const piece of zipArchive([{ name: 'rows.txt', content: rows(false) }])) {
    bytes += piece.length
    if (bytes > 100_000) break
  }
  await expect.poll(() => isOver).toBe(true)
})
