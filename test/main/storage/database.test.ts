import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, refuseOtherVersions } from '../../../src/main/storage/database.ts'
import { storageFaultOf } from '../../../src/main/storage/storage-fault.ts'
import { inTransaction } from '../../../src/main/storage/transactions.ts'
import { folderOfTest } from '../../folders.ts'

const first = 'CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1)'
const second = 'CREATE TABLE a (x INTEGER, y INTEGER) STRICT'

let folder: string
beforeEach(() => (folder = folderOfTest()))

const open = (schema: string) =>
  openDatabase({ path: join(folder, 'data', 'x.db'), schema, synchronous: 'FULL', now: () => 0 })

describe('openDatabase', () => {
  it('is for its owner only, in a folder for its owner only', () => {
    const { db } = open(first)
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'data', 'x.db')).mode & 0o777).toBe(0o600)
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    db.close()
  })

  const kept = (): unknown[] => {
    const { db } = open(first)
    const rows = db.prepare('SELECT * FROM a').all()
    db.close()
    return rows
  }
  const refused = (): unknown =>
    expect.objectContaining({
      code: 'storage',
      details: { reason: 'other-version', path: join(folder, 'data') },
    })

  it('makes the tables once', () => {
    open(first).db.close()
    expect(kept()).toEqual([{ x: 1 }])
  })

  it('leaves a file that another text of tables made as it is', () => {
    open(first).db.close()
    expect(() => open(second)).toThrow(refused())
    expect(kept()).toEqual([{ x: 1 }])
  })

  it('names a damaged file that can’t be set aside, not the place that it would have had', () => {
    const path = join(folder, `${'x'.repeat(230)}.db`)
    writeFileSync(path, 'no database'.repeat(100))
    const opening = () => openDatabase({ path, schema: first, synchronous: 'FULL', now: () => 0 })
    expect(opening).toThrow(
      expect.toSatisfy((error: unknown) => storageFaultOf(error)?.details.path === path),
    )
  })

  it('makes no part of the tables if one can’t be made', () => {
    expect(() => open(`${first}; SELECT half way`)).toThrow(expect.objectContaining({ code: 'storage' }))
    expect(kept()).toEqual([{ x: 1 }])
  })

  it('refuses a folder without a change of any file, and says nothing of those that can’t be read', () => {
    open(first).db.close()
    const path = join(folder, 'data', 'x.db')
    const other = join(folder, 'other.db')
    const no = join(folder, 'no.db')
    writeFileSync(other, 'this is no database')
    const known = [
      [path, first],
      [other, first],
      [no, first],
    ] as const
    expect(() => refuseOtherVersions(known)).not.toThrow()
    expect(() => refuseOtherVersions([...known, [path, second]])).toThrow(refused())
    expect(existsSync(no)).toBe(false)
    expect(kept()).toEqual([{ x: 1 }])
  })

  it('sets a damaged file aside, whole, and begins a new one', () => {
    open(first).db.close()
    const path = join(folder, 'data', 'x.db')
    writeFileSync(path, 'this is no database, but somebody may want it back')
    const { db, setAside } = open(first)
    expect(db.prepare('SELECT x FROM a').all()).toEqual([{ x: 1 }])
    expect(readFileSync(setAside ?? '', 'utf8')).toContain('somebody may want it back')
    expect(readdirSync(join(folder, 'data')).filter((name) => name.includes('damaged'))).toHaveLength(1)
    db.close()
  })
})

it('inTransaction commits all or nothing', () => {
  const { db } = open(first)
  expect(() =>
    inTransaction(db, () => {
      db.exec('INSERT INTO a VALUES (2)')
      throw new Error('no')
    }),
  ).toThrow('no')
  inTransaction(db, () => db.exec('INSERT INTO a VALUES (3)'))
  expect(db.prepare('SELECT x FROM a').all()).toEqual([{ x: 1 }, { x: 3 }])
  db.close()
})

describe('inTransaction inside another', () => {
  it('is a part of it: what fails alone is taken back alone, and the whole with the whole', () => {
    const { db } = open(first)
    const put = (x: number): void => void db.prepare('INSERT INTO a VALUES (?)').run(x)
    const failing = (): void =>
      inTransaction(db, () => {
        put(99)
        throw new Error('no')
      })
    inTransaction(db, () => {
      inTransaction(db, () => put(2))
      expect(failing).toThrow('no')
      put(3)
    })
    expect(() =>
      inTransaction(db, () => {
        inTransaction(db, () => put(4))
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(db.isTransaction).toBe(false)
    expect(db.prepare('SELECT x FROM a').all()).toEqual([{ x: 1 }, { x: 2 }, { x: 3 }])
    db.close()
  })

  it('takes no work that goes on after its turn', () => {
    const { db } = open(first)
    // @ts-expect-error -- a promise: other writers would be in the middle of it
    inTransaction(db, async () => Promise.resolve(1))
    // @ts-expect-error -- not even perhaps
    inTransaction(db, () => (db.isOpen ? undefined : Promise.resolve(1)))
    db.close()
  })
})
