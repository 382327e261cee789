import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const entrySchema = z.object({
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  license: z.string().optional(),
})
const { packages } = z
  .object({ packages: z.record(z.string(), entrySchema) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
/** Every package of the lock by its place; the first entry is the project itself. */
const entries = Object.entries(packages)
  .filter(([place]) => place !== '')
  .map(([place, entry]) => ({ place: place.replace(/^node_modules\//, ''), ...entry }))

/** Packages whose manifest has no licence: it is a file in the package. */
const licencesInFiles = [
  'paneforge/node_modules/runed',
  'paneforge/node_modules/svelte-toolbelt',
  'svelte-toolbelt',
]
/** Licences that allow what we do with a package; another one is a decision first. */
const licences = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  '(Apache-2.0 WITH LLVM-exception)',
  '(MIT OR GPL-3.0-or-later)',
  '(MIT AND Zlib)',
  // Of the font in the window, of data and tools that are not shipped.
  'OFL-1.1',
  'CC-BY-4.0',
  'MPL-2.0',
  'PSF-2.0',
  // Of parts of electron-builder, which are not shipped.
  'Python-2.0',
  'WTFPL',
  'WTFPL OR ISC',
  '(WTFPL OR MIT)',
  '(MIT OR CC0-1.0)',
])

describe('the lock of the packages', () => {
  it('has a checksum of each', () => {
    expect(entries.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([])
  })

  it('names no registry', () => {
    expect(entries.filter(({ resolved }) => resolved !== undefined)).toEqual([])
  })
})

describe('the licence of a package', () => {
  it('is one of those that were decided', () => {
    expect(entries.filter(({ license }) => license !== undefined && !licences.has(license))).toEqual([])
  })

  it('is in its manifest, but for those that were decided', () => {
    const without = entries.filter(({ license }) => license === undefined).map(({ place }) => place)
    expect(without.sort()).toEqual(licencesInFiles)
  })

  it.each(licencesInFiles)('of %s is a file in it', (name) => {
    expect(readFileSync(`node_modules/${name}/LICENSE`, 'utf8')).toMatch(/^MIT License\n/)
  })
})
