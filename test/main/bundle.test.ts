import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-bundle-'))
  mkdirSync(join(folder, 'chunks'))
  write('start.cjs', `const greet = require('./chunks/greet-1.cjs')\nmodule.exports = { greet }`)
  write(
    'chunks/greet-1.cjs',
    `const { basename } = require('node:path')
const name = require('./name-1.cjs').name
exports.hello = () => 'hello ' + name() + ' of ' + basename(__filename) + basename(__dirname)
exports.bye = () => 'bye ' + name()
exports.where = () => new Error('here').stack`,
  )
  write(
    'chunks/name-1.cjs',
    `exports.name = () => 'Olena'\nexports.other = async () => (await import('node:path')).sep`,
  )
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const write = (file: string, text: string): void => {
  writeFileSync(join(folder, file), text)
}
const kept = (): string => join(folder, 'compiled', process.arch)
const keptFiles = (): string[] => readdirSync(kept()).filter((name) => name.endsWith('.cjs'))
const keptSize = (file: string): number => statSync(join(kept(), file)).size

const bundleModule = new URL('../../src/main/bundle.ts', import.meta.url).href

interface Run {
  readonly said: unknown
  /** The chunks whose code it kept again. */
  readonly keptAnew: readonly string[]
}

/** One run of a command, in a process of its own: V8 takes what the same process compiled before. */
function run(command: string, called = 'start.greet.hello()'): Run {
  const text = `
    import { Bundle } from ${JSON.stringify(bundleModule)}
    const bundle = new Bundle(${JSON.stringify(folder)})
    const load = (file) => bundle.load(${JSON.stringify(folder)} + '/' + file)
    const start = load('start.cjs')
    const said = await (${called})
    process.stdout.write(JSON.stringify({ said, keptAnew: bundle.keep(${JSON.stringify(command)}) }))`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', text], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout) as Run
}

it('loads files, what they require of each other and of Node, and each of them once', () => {
  expect(run('import').said).toBe('hello Olena of greet-1.cjschunks')
  const once = `[load('chunks/greet-1.cjs') === start.greet, load('chunks/greet-1.cjs') === start.greet]`
  expect(run('import', once).said).toEqual([true, true])
})

it('tells the lines and columns of its files in a trace', () => {
  expect(run('import', 'start.greet.where()').said).toContain(`${join(folder, 'chunks/greet-1.cjs')}:5:23`)
  write('chunks/name-1.cjs', `exports.name = () => new Error().stack`)
  expect(run('import', 'start.greet.bye()').said).toContain(`${join(folder, 'chunks/name-1.cjs')}:1:22`)
})

it('imports what is asked for later', () => {
  expect(run('import', `load('chunks/name-1.cjs').other()`).said).toMatch(/^[/\\]$/)
})

describe('the code of earlier runs', () => {
  it('is kept for chunks, whose names change with their content, and taken by the next run', () => {
    expect(run('import').keptAnew).toEqual(['greet-1.cjs', 'name-1.cjs'])
    expect(keptFiles()).toEqual(['greet-1.cjs', 'name-1.cjs'])
    expect(run('import').keptAnew).toEqual([])
    const start = readFileSync(join(folder, 'start.cjs'), 'utf8')
    write('start.cjs', start.replace('{ greet }', '[ greet ]'))
    expect(run('import', 'Object.keys(start)').said).toEqual(['0'])
  })

  it('holds the functions that were called, and those of the first run of each other command', () => {
    run('import', 'null')
    const loaded = keptSize('greet-1.cjs')
    run('import')
    expect(keptSize('greet-1.cjs')).toBe(loaded)
    run('batches')
    const called = keptSize('greet-1.cjs')
    expect(called).toBeGreaterThan(loaded)
    run('undo', 'start.greet.bye()')
    expect(keptSize('greet-1.cjs')).toBeGreaterThan(called)
  })

  it.each([
    [
      'changed in the middle',
      (code: Buffer) => Buffer.concat([code.subarray(0, 300), Buffer.from('?'), code.subarray(301)]),
    ],
    ['cut off', (code: Buffer) => code.subarray(0, code.length - 100)],
    ['empty', () => Buffer.alloc(0)],
    ['of zeros', (code: Buffer) => Buffer.alloc(code.length)],
    [
      'of another version',
      (code: Buffer) =>
        Buffer.concat(
          [code.subarray(0, code.length / 2), code.subarray(0, code.length / 2)].map((half) => {
            const other = Buffer.from(half)
            other.writeUInt32LE(7, 4)
            return other
          }),
        ),
    ],
  ])('is not taken if it is %s, and written again', (_, damage) => {
    run('import')
    const path = join(kept(), 'greet-1.cjs')
    writeFileSync(path, damage(readFileSync(path)))
    const { said, keptAnew } = run('import')
    expect(said).toBe('hello Olena of greet-1.cjschunks')
    expect(keptAnew).toEqual(['greet-1.cjs'])
    expect(run('import').keptAnew).toEqual([])
  })

  it('leaves nothing behind of what could not be put in place', () => {
    mkdirSync(join(kept(), 'greet-1.cjs', 'in the way'), { recursive: true })
    expect(run('import')).toEqual({ said: 'hello Olena of greet-1.cjschunks', keptAnew: [] })
    expect(readdirSync(kept()).filter((name) => name !== 'name-1.cjs')).toEqual(['greet-1.cjs'])
  })

  it('is left out if nothing can be written', () => {
    writeFileSync(join(folder, 'compiled'), 'a file in the place of the folder')
    expect(run('import').said).toBe('hello Olena of greet-1.cjschunks')
    expect(run('import').keptAnew).toEqual([])
  })
})
