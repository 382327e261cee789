import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { digestOf, PrivateCopies } from '../../../src/main/cli/watch/private-copies.ts'
import { faultOf } from '../import/csv-files.ts'
import { ended, newVehicles, openCounter, type Counter } from './counter.ts'
import { watchedPlace, type WatchedPlace } from './watched-place.ts'
import { spread } from '../../whole.ts'

let counter: Counter
let place: WatchedPlace
let profile: string

beforeEach(async () => {
  counter = await openCounter(60)
  place = watchedPlace(counter)
  profile = counter.file('profile', 'umask 077\n')
  chmodSync(profile, 0o600)
})
afterEach(() => counter.close())

const once = (...more: string[]) => counter.run('watch', place.folder, '--once', ...more)
const isProfileUntouched = (): boolean => readFileSync(profile, 'utf8') === 'umask 077\n'

it.each(
  spread(
    ['.a.csv.report.csv', 'done/a.csv.report.txt', 'done/a.csv.report.csv', 'checked/a.csv.report.txt'],
    2,
  ),
)('writes no report through a link at %s', async (name) => {
  for (const folder of ['done', 'checked']) mkdirSync(place.path(folder))
  symlinkSync(profile, place.path(name))
  place.drop('a.csv', newVehicles([9_100]))
  await once()
  expect((await once('--commit')).code).toBe(0)
  expect(isProfileUntouched()).toBe(true)
})

it.each(spread(['done', 'checked'], 1))(
  'makes no file through a link in %s whose target is missing',
  async (folder) => {
    mkdirSync(place.path(folder))
    symlinkSync(counter.path('planted'), place.path(folder, 'a.csv.report.txt'))
    place.drop('a.csv', newVehicles([9_100]))
    await once()
    await once('--commit')
    expect(() => statSync(counter.path('planted'))).toThrow('ENOENT')
  },
)

it.each(spread(['work', 'done', 'failed', 'checked'], 2))(
  'refuses a folder %s that is a link, and names it',
  async (name) => {
    mkdirSync(counter.path('elsewhere'))
    symlinkSync(counter.path('elsewhere'), place.path(name))
    place.drop('a.csv', newVehicles([9_100]))
    const { code, err } = await once('--commit')
    expect(code).toBe(2)
    expect(err).toContain(place.path(name))
    expect([await place.created(), place.list()]).toEqual([[], ['a.csv', name].sort()])
  },
)

it('takes no link, second name, pipe or folder, says so, and sends what else is there', async () => {
  const other = counter.file('other.csv', newVehicles([9_200]))
  symlinkSync(other, place.path('link.csv'))
  linkSync(other, place.path('second.csv'))
  execFileSync('mkfifo', [place.path('pipe.csv')])
  mkdirSync(place.path('folder.csv'))
  place.drop('a.csv', newVehicles([9_100]))
  for (const options of [[], ['--commit']]) {
    const { code, err } = await once(...options)
    expect(code).toBe(1)
    for (const name of ['link.csv', 'second.csv', 'pipe.csv', 'folder.csv']) expect(err).toContain(name)
  }
  expect(await place.created()).toEqual([9_100])
  expect(place.list()).toEqual(expect.arrayContaining(['folder.csv', 'link.csv', 'pipe.csv', 'second.csv']))
}, 180_000)

it('gives reports the rights of the file that they tell of', async () => {
  place.drop('a.csv', newVehicles([9_100]))
  chmodSync(place.path('a.csv'), 0o600)
  await once('--commit')
  for (const name of ['a.csv', 'a.csv.report.csv', 'a.csv.report.txt'])
    expect([name, statSync(place.path('done', name)).mode & 0o777]).toEqual([name, 0o600])
})

it('imports no pipe, and does not wait for one', async () => {
  execFileSync('mkfifo', [counter.path('pipe.csv')])
  expect(await ended(counter.begin('import', counter.path('pipe.csv')))).toBe(2)
}, 180_000)

it('reads no link that has taken the place of a file since it was looked at', async () => {
  symlinkSync(counter.file('other.csv', newVehicles([9_200])), place.path('a.csv'))
  const copies = new PrivateCopies(counter.path('copies'))
  const found = { name: 'a.csv', path: place.path('a.csv'), bytes: 1, changedAt: 0, mode: 0o600, state: '' }
  expect(await faultOf(() => copies.copy(found))).toMatchObject({ code: 'file-unreadable', file: 'a.csv' })
  expect(await faultOf(() => digestOf(found.path, 'a.csv'))).toMatchObject({ code: 'file-unreadable' })
})
