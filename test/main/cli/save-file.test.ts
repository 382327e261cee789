import {
  chmodSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { ensureSaveable, saveChunks, saveFile } from '../../../src/main/cli/save-file.ts'
import { faultOf } from '../import/csv-files.ts'
import { folderOfTest } from '../../folders.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = folderOfTest()
  path = join(folder, 'report.csv')
})

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    // What is read while it is written is the file of before.
    await Promise.resolve()
    yield Buffer.from(text)
  }
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield* pieces('half')
  throw new Error('the journal is gone')
}

test('a file that could not be made leaves the one before, and nothing else', async () => {
  await expect(saveChunks(path, broken())).rejects.toThrow('the journal is gone')
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(path, 'before')
  await expect(saveChunks(path, broken())).rejects.toThrow('the journal is gone')
  expect(readFileSync(path, 'utf8')).toBe('before')
  expect(readdirSync(folder)).toEqual(['report.csv'])
})

test('what was there stays until the new file is whole, and keeps its rights', async () => {
  writeFileSync(path, 'before')
  chmodSync(path, 0o640)
  async function* looking(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('after')
    expect(readFileSync(path, 'utf8')).toBe('before')
    yield* pieces('!')
  }
  await saveChunks(path, looking())
  expect(readFileSync(path, 'utf8')).toBe('after!')
  expect(statSync(path).mode & 0o777).toBe(0o640)
})

test('a link stays a link', async () => {
  writeFileSync(join(folder, 'real.csv'), 'before')
  symlinkSync('real.csv', path)
  await saveChunks(path, pieces('after'))
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(folder, 'real.csv'), 'utf8')).toBe('after')
})

test('a link to what is not there yet leads to it, also over another link', async () => {
  symlinkSync('other', path)
  symlinkSync('sub/new.csv', join(folder, 'other'))
  expect(() => ensureSaveable(path)).toThrow(
    expect.objectContaining({ details: { path, reason: 'not-saved' } }),
  )
  mkdirSync(join(folder, 'sub'))
  ensureSaveable(path)
  await saveChunks(path, pieces('after'))
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(folder, 'sub/new.csv'), 'utf8')).toBe('after')
})

test.skipIf(process.getuid?.() !== 0)('a link that somebody else made is not followed', async () => {
  writeFileSync(join(folder, 'real.csv'), 'before')
  symlinkSync('real.csv', path)
  lchownSync(path, 12_345, 12_345)
  for (const save of [() => saveChunks(path, pieces('after')), () => saveFile(path, Buffer.from('after'))])
    expect(await faultOf(save)).toMatchObject({ code: 'storage', path, reason: 'foreign-link' })
  expect(() => ensureSaveable(path)).toThrow(expect.objectContaining({ code: 'storage' }))
  expect(readFileSync(join(folder, 'real.csv'), 'utf8')).toBe('before')
})

test('a link in the place of a draft, or the second name of a file, is not written through', async () => {
  const victim = join(folder, 'victim')
  writeFileSync(victim, 'before')
  symlinkSync(victim, `${path}.${process.pid}.tmp`)
  linkSync(victim, path)
  await saveFile(path, Buffer.from('after'))
  expect([readFileSync(path, 'utf8'), readFileSync(victim, 'utf8')]).toEqual(['after', 'before'])
})
