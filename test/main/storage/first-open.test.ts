import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const database = new URL('../../../src/main/storage/database.ts', import.meta.url).href
const files = 15

/** Opens one new file after another, each at the moment at which the others do. */
const script = `
  import { openDatabase } from '${database}'
  import { join } from 'node:path'
  const [folder, from] = process.argv.slice(1)
  for (let n = 0; n < ${files}; n += 1) {
    while (Date.now() < Number(from) + n * 40);
    const { db, setAside } = openDatabase({
      path: join(folder, n + '.db'), synchronous: 'NORMAL', now: () => 0,
      schema: 'CREATE TABLE a (x); INSERT INTO a VALUES (1)',
    })
    if (setAside !== null || db.prepare('SELECT * FROM a').all().length !== 1) throw new Error('not one of all')
    db.close()
  }`

test('several processes make the same file at once: each opens it, and it is made once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-first-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const from = String(Date.now() + 1_500)
  const errors: string[] = []
  const opened = Array.from({ length: 5 }, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder, from])
    child.stderr.on('data', (text: Buffer) => errors.push(text.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    return code
  })
  expect([await Promise.all(opened), errors.filter((text) => text.includes('Error'))]).toEqual([
    [0, 0, 0, 0, 0],
    [],
  ])
})
