import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureWords } from '#shared/words/failure-words.ts'
import { eventually } from '../../eventually.ts'
import { startFeedServer } from '../feeds/feed-server.ts'
import { faultOf } from '../import/csv-files.ts'
import {
  manifestOf,
  newKeys,
  nextProgram,
  packageName,
  startSignedFeed,
  sumOf,
  type SignedFeed,
} from './signed-feed.ts'
import { updaterOf } from './updater-of.ts'
import { folderOfTest } from '../../folders.ts'

const before = process.env.APPIMAGE
let feed: SignedFeed
let folder: string
let program: string
beforeEach(async () => {
  feed = await startSignedFeed()
  folder = folderOfTest()
  program = join(folder, 'Forecourt.AppImage')
  writeFileSync(program, 'the version before')
  chmodSync(program, 0o755)
  process.env.APPIMAGE = program
})
afterEach(async () => {
  await feed.server.close()
  if (before === undefined) delete process.env.APPIMAGE
  else process.env.APPIMAGE = before
})

const wish = () => ({ signal: new AbortController().signal, onBytes: () => undefined })
const checkFault = () => faultOf(() => updaterOf(feed.feed, folder).check())

/** What the whole way ends with, from the question to the download. */
async function downloadFault(signal = wish().signal) {
  const updater = updaterOf(feed.feed, folder)
  await updater.check()
  return faultOf(() => updater.download({ ...wish(), signal }))
}

/** Everything that lies beside the program. */
const leftovers = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'Forecourt.AppImage')
    .map(({ name }) => name)
const unchanged = (): void => expect(readFileSync(program, 'utf8')).toBe('the version before')

describe('a version that is signed', () => {
  it('is told, downloaded and started in the place of the one before', async () => {
    feed.release()
    const said: unknown[] = []
    const updater = updaterOf(feed.feed, folder, { said })
    expect(await updater.check()).toEqual({
      offer: {
        version: '0.2.0',
        notes: '- Stock files may come twice.\n- Faster lists.',
        bytes: nextProgram.length,
      },
      isNewer: true,
      isOlder: false,
    })
    expect(feed.asked()).toEqual(['latest-linux.yml', 'latest-linux.yml.sig'])
    const seen: number[] = []
    await updater.download({ ...wish(), onBytes: (done) => seen.push(done) })
    expect(seen.at(-1)).toBe(nextProgram.length)
    // It tried nothing else first, such as to download differences.
    expect(said).toEqual([])
    unchanged()
    updater.install()
    expect(readFileSync(program)).toEqual(nextProgram)
    const started = await eventually(() => readFileSync(join(folder, 'started'), 'utf8'))
    expect(started).toBe(`${program} true\n`)
    // It makes no number by which this computer could be recognised, and sends none.
    expect(leftovers().filter((name) => name === '.updaterId')).toEqual([])
    for (const { headers } of feed.server.asked)
      expect(Object.keys(headers).sort()).toEqual([
        'accept-encoding',
        'cache-control',
        'connection',
        'host',
        'user-agent',
      ])
  })

  it('is the newest one already, or is older: nothing is offered', async () => {
    feed.release({ version: '0.1.0' })
    expect(await updaterOf(feed.feed, folder).check()).toMatchObject({ isNewer: false, isOlder: false })
    feed.release({ version: '0.0.9' })
    expect(await updaterOf(feed.feed, folder).check()).toMatchObject({ isNewer: false, isOlder: true })
    feed.release({ version: '0.1.0-beta.2' })
    expect(await updaterOf(feed.feed, folder).check()).toMatchObject({ isNewer: false, isOlder: true })
  })
})

describe('a manifest that nobody has to believe', () => {
  /** Nothing was asked for but the manifest and its signature. */
  const refused = async (reason: string, value?: string): Promise<void> => {
    const fault = await checkFault()
    expect(fault).toMatchObject({ code: 'update', reason, ...(value === undefined ? {} : { value }) })
    expect(feed.asked().filter((name) => !name.startsWith('latest-linux.yml'))).toEqual([])
    expect(leftovers()).toEqual([])
    const said = failureWords({ code: 'update', details: fault })
    expect(`${said.words} ${said.next}`).not.toContain('…')
  }

  it('is signed by another key', async () => {
    feed.release({ signers: [newKeys()] })
    await refused('signature')
  })

  it.each([
    ['no signature', null],
    ['an empty one', ''],
    ['something else', '<html>not found</html>'],
    ['half a signature', 'AAAA'],
  ])('has %s beside it', async (_what, signature) => {
    feed.release()
    if (signature === null) feed.files.delete('latest-linux.yml.sig')
    else feed.files.set('latest-linux.yml.sig', Buffer.from(signature))
    await refused('signature')
  })

  it.each([0, 40, -2])('has one byte changed, at %i', async (place) => {
    feed.release()
    const bytes = Buffer.from(feed.files.get('latest-linux.yml') as Buffer)
    const at = place < 0 ? bytes.length + place : place
    bytes[at] = (bytes[at] ?? 0) ^ 1
    feed.files.set('latest-linux.yml', bytes)
    await refused('signature')
  })

  it.each([
    '../../.bashrc.AppImage',
    'next/x.AppImage',
    '/etc/cron.d/x.AppImage',
    '//other.example/x.AppImage',
    'https://other.example/x.AppImage',
    String.raw`..\x.AppImage`,
    '%2e%2e%2fx.AppImage',
    '.x.AppImage',
  ])('names %s, which is no file beside it', async (url) => {
    feed.release({
      files: [{ url: JSON.stringify(url), sha512: sumOf(nextProgram), size: nextProgram.length }],
    })
    await refused('file-elsewhere', url)
  })

  it.each([
    ['two documents', `${manifestOf({})}---\n${manifestOf({ version: '9.9.9' })}`],
    ['no YAML', 'version: [0.2.0\nfiles: {'],
    ['the same key twice', `version: 0.3.0\n${manifestOf({})}`],
    ['no object', '- 1\n- 2\n'],
    ['no version', manifestOf({ version: 'newest' })],
    ['no sum', manifestOf({ files: [{ url: packageName, size: 10 }] })],
    ['no size', manifestOf({ files: [{ url: packageName, sha512: sumOf(nextProgram) }] })],
    ['no file', 'version: 0.2.0\nfiles: []\n'],
  ])('is signed, but has %s', async (_what, manifest) => {
    feed.release({ manifest })
    await refused('manifest')
  })

  it('has no package for this system, or two', async () => {
    const exe = { url: 'forecourt-0.2.0-win-x64.exe', sha512: sumOf(nextProgram), size: nextProgram.length }
    feed.release({ files: [exe] })
    await refused('system')
    const one = { ...exe, url: 'one.AppImage' }
    feed.release({ files: [one, { ...one, url: 'two.AppImage' }] })
    await refused('system')
  })
})

describe('a download that goes wrong', () => {
  const gone = async (reason: string, signal?: AbortSignal): Promise<void> => {
    expect(await downloadFault(signal)).toMatchObject({ code: 'update', reason })
    expect(leftovers()).toEqual([])
    unchanged()
  }

  it.each([
    ['one byte is another', Buffer.from(nextProgram.toString('latin1').replace('echo', 'ecco'), 'latin1')],
    ['it is shorter than told', nextProgram.subarray(0, -1)],
    ['nothing comes', Buffer.alloc(0)],
  ])('%s', async (_what, sent) => {
    feed.release()
    feed.files.set(packageName, sent)
    await gone('damaged')
  })

  it('it is larger than told, without an end', async () => {
    feed.release()
    let sent = 0
    feed.files.set(packageName, (_request, response) => {
      const more = (): void => {
        if (response.destroyed || (sent += 65_536) > 1e9) return
        if (response.write(Buffer.alloc(65_536))) setImmediate(more)
        else response.once('drain', more)
      }
      response.writeHead(200)
      more()
    })
    await gone('larger')
    // What the sockets hold, but no more is taken.
    expect(sent).toBeLessThan(50e6)
  })

  it('the person stops it', async () => {
    feed.release()
    const stop = new AbortController()
    feed.files.set(packageName, (_request, response) => {
      response.writeHead(200, { 'content-length': nextProgram.length })
      response.write(nextProgram.subarray(0, 100_000), () => stop.abort())
    })
    const fault = await downloadFault(stop.signal)
    expect(fault.code).toBe('cancelled')
    expect(leftovers()).toEqual([])
    unchanged()
  })

  it('what was downloaded is another file by the time of the restart', async () => {
    feed.release()
    const updater = updaterOf(feed.feed, folder)
    await updater.check()
    await updater.download(wish())
    const kept = join(folder, '.forecourt-update/forecourt-updater/pending', packageName)
    await updater.verify()
    writeFileSync(kept, 'another program')
    expect(await faultOf(() => updater.verify())).toMatchObject({ code: 'update', reason: 'damaged' })
    expect(existsSync(kept)).toBe(false)
    await updater.download(wish())
    // electron-updater itself would only see that it is there.
    writeFileSync(kept, 'another program')
    expect(await faultOf(() => updater.download(wish()))).toMatchObject({ code: 'update', reason: 'damaged' })
    expect(await faultOf(() => updater.verify())).toMatchObject({ code: 'update', reason: 'damaged' })
    unchanged()
  })
})

describe('where it is asked', () => {
  const redirect = (to: string) => (_request: unknown, response: ServerResponse) =>
    void response.writeHead(302, { location: to }).end()

  it('follows one to another host that the build names, and to no other', async () => {
    const other = await startFeedServer()
    other.serves(nextProgram)
    feed.release()
    feed.files.set(packageName, redirect(other.url('/x')))
    expect(await downloadFault()).toMatchObject({ reason: 'redirect', value: `127.0.0.1:${other.port}` })
    expect(other.asked).toEqual([])
    const updater = updaterOf({ ...feed.feed, hosts: [`127.0.0.1:${other.port}`] }, folder)
    await updater.check()
    await updater.download(wish())
    expect(other.asked).toHaveLength(1)
    await other.close()
  })

  it.each(['http://example.com/x', 'file:///etc/passwd', 'ftp://127.0.0.1/x', 'http://'])(
    'follows none to %s',
    async (to) => {
      feed.release()
      feed.files.set('latest-linux.yml', redirect(to))
      expect(await checkFault()).toMatchObject({ code: 'update', reason: 'redirect' })
    },
  )

  it('tells that it can’t be reached, or has nothing', async () => {
    expect(await checkFault()).toMatchObject({ code: 'update', reason: 'status', status: 404 })
    await feed.server.close()
    const fault = await checkFault()
    expect(fault).toMatchObject({ code: 'update', reason: 'unreachable' })
    expect(failureWords({ code: 'update', details: fault }).words).toContain('can’t be reached')
  })
})

describe('what happens to the computer meanwhile', () => {
  const child = fileURLToPath(new URL('update-child.ts', import.meta.url))
  const node = ['--disable-warning=ExperimentalWarning', child]

  it('a download that was killed is begun again, and nothing of it is left', async () => {
    feed.release()
    let half: () => void = () => undefined
    const sent = new Promise<void>((resolve) => (half = resolve))
    feed.files.set(packageName, (_request, response) => {
      response.writeHead(200, { 'content-length': nextProgram.length })
      response.write(nextProgram.subarray(0, 100_000), half)
    })
    const env = { ...process.env, FEED: JSON.stringify(feed.feed), DISK: folder }
    const running = spawn(process.execPath, node, { env, stdio: 'ignore' })
    await sent
    await eventually(() => expect(leftovers()).toEqual([`temp-${packageName}`]))
    running.kill('SIGKILL')
    await once(running, 'close')
    unchanged()
    feed.release()
    const updater = updaterOf(feed.feed, folder)
    await updater.check()
    await updater.download(wish())
    expect(leftovers().sort()).toEqual([packageName, 'update-info.json'])
    updater.install()
    expect(readFileSync(program)).toEqual(nextProgram)
    expect(leftovers()).not.toContain(packageName)
  })

  /** In a process with a disk of its own, which `script` prepares. */
  async function onDisk(script: string): Promise<unknown> {
    feed.release()
    const disk = join(folder, 'disk')
    const shell = `mkdir "$DISK" && mount -t tmpfs -o size=256k tmpfs "$DISK" && ${script}
      "$0" "$@"; find "$DISK" -type f ! -name filler`
    const running = spawn(
      'unshare',
      ['--map-root-user', '--mount', 'sh', '-c', shell, process.execPath, ...node],
      {
        env: {
          ...process.env,
          FEED: JSON.stringify(feed.feed),
          DISK: disk,
          APPIMAGE: join(disk, 'x.AppImage'),
        },
      },
    )
    const [out, said] = await Promise.all([text(running.stdout), text(running.stderr)])
    const [told = '', ...left] = out.trim().split('\n')
    expect([said, left]).toEqual(['', []])
    return JSON.parse(told)
  }

  it('a full disk is told, and keeps nothing', async () => {
    expect(await onDisk('true;')).toMatchObject({ code: 'storage', reason: 'full' })
  })

  it('a folder that may not be written is told', async () => {
    expect(await onDisk('mount -o remount,ro "$DISK";')).toMatchObject({
      code: 'update',
      reason: 'read-only',
    })
  })
})

it('what can’t be put in place leaves the program that is there', async () => {
  feed.release()
  const updater = updaterOf(feed.feed, folder)
  await updater.check()
  await updater.download(wish())
  process.env.APPIMAGE = 'not/a/whole/path'
  expect(() => updater.install()).toThrow(/absolute path/)
  unchanged()
  expect(existsSync(join(folder, 'started'))).toBe(false)
})
