import { copyFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { planBatch } from '../../../src/main/batch/sending/plan-batch.ts'
import { endedClean } from '../../../src/main/storage/clean-end.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { car, planned, source } from '../batch/dealership.ts'
import { folderOfTest } from '../../folders.ts'

let dir: string
let path: string

beforeEach(async () => {
  dir = folderOfTest()
  path = join(dir, 'journal.db')
  const journal = new Journal(path, systemClock)
  const rows = Array.from({ length: 60 }, (_, n) => planned(n + 2, 'create', car({ price: 20_000 + n })))
  await planBatch(journal, source(1), rows, () => null)
  journal.close()
})

/** Damages the last page; `when` is the file's time of change after it. */
function damage(when: 'now' | 'as before'): void {
  const bytes = readFileSync(path)
  const marker = readFileSync(`${path}.clean`, 'utf8')
  bytes.fill(0xa5, bytes.length - 4_096)
  writeFileSync(path, bytes)
  if (when === 'now') return
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  const size = marker.split(' ')[0]
  writeFileSync(`${path}.clean`, `${size} 1700000000000000000\n`)
}

const damaged = (): boolean => {
  const journal = new Journal(path, systemClock)
  const { damage: found } = journal
  journal.close()
  return found !== null
}

test('a journal that was closed in order and not touched since is not checked as a whole', () => {
  expect(endedClean(path)).toBe(true)
  damage('as before')
  expect(damaged()).toBe(false)
})

test('one that was touched since is checked', () => {
  damage('now')
  expect(endedClean(path)).toBe(false)
  expect(damaged()).toBe(true)
})

test('one whose process was killed is checked', () => {
  const running = new Journal(path, systemClock)
  running.db.exec(`UPDATE batches SET sent_before = 1`)
  copyFileSync(`${path}-wal`, join(dir, 'wal'))
  running.close()
  copyFileSync(join(dir, 'wal'), `${path}-wal`)
  expect(endedClean(path)).toBe(false)
})
