import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { givenFeed, notesOf, publishArguments } from '../scripts/package/updates.mjs'
import { manifestOf, nextProgram, packageName, startSignedFeed } from './main/updates/signed-feed.ts'
import { updaterOf } from './main/updates/updater-of.ts'
import { folderOfTest } from './folders.ts'

const script = 'scripts/package/sign-updates.mjs'
const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    text: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}
const address = 'https://get.example/forecourt/'
let folder: string
beforeEach(() => {
  folder = folderOfTest()
})

describe('the signatures of a release', () => {
  const put = (manifest: string, bytes = nextProgram): void => {
    writeFileSync(join(folder, 'latest-linux.yml'), manifest)
    writeFileSync(join(folder, packageName), bytes)
  }
  const run = (feed: object | null, pem: string) =>
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script, folder], {
      env: { ...process.env, FORECOURT_UPDATES: feed ? JSON.stringify(feed) : '', FORECOURT_UPDATE_KEY: pem },
      encoding: 'utf8',
    })

  it('are those that an app of that build believes', async () => {
    const { pem, text } = pair()
    put(manifestOf({}))
    expect(run({ address, keys: [pair().text, text] }, pem)).toMatchObject({ status: 0, stderr: '' })
    const served = await startSignedFeed()
    for (const name of ['latest-linux.yml', 'latest-linux.yml.sig', packageName])
      served.files.set(name, readFileSync(join(folder, name)))
    const before = process.env.APPIMAGE
    process.env.APPIMAGE = join(folder, 'Forecourt.AppImage')
    expect(await updaterOf({ ...served.feed, keys: [text] }, folder).check()).toMatchObject({ isNewer: true })
    if (before === undefined) delete process.env.APPIMAGE
    await served.server.close()
  })

  it('can be made with the keys of openssl, as the page for administrators says', () => {
    const key = join(folder, 'update-key.pem')
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key])
    const shown = execFileSync('openssl', ['pkey', '-in', key, '-pubout'], { encoding: 'utf8' })
    put(manifestOf({}))
    const keys = [shown.split('\n')[1] ?? '']
    expect(run({ address, keys }, readFileSync(key, 'utf8'))).toMatchObject({ status: 0, stderr: '' })
  })

  it('are not made by a key that no app of the build has', () => {
    put(manifestOf({}))
    const { status, stderr } = run({ address, keys: [pair().text] }, pair().pem)
    expect([status, stderr]).toEqual([1, expect.stringContaining('none of the public keys')])
  })

  it('are not made for a package that is another than the manifest says', () => {
    const { pem, text } = pair()
    put(manifestOf({}), Buffer.from('another'))
    const { status, stderr } = run({ address, keys: [text] }, pem)
    expect([status, stderr]).toEqual([1, expect.stringContaining('is not the package')])
  })

  it.each([
    ['no manifest', [], true, true],
    ['no key', ['latest.yml'], true, false],
    ['no address', ['latest.yml'], false, true],
  ])('a build with %s that should have one makes no release', (_what, manifests, hasFeed, hasKey) => {
    const { pem, text } = pair()
    for (const name of manifests) writeFileSync(join(folder, name), manifestOf({}))
    expect(run(hasFeed ? { address, keys: [text] } : null, hasKey ? pem : '').stderr).toContain('go together')
  })

  it('of a build that looks for no new versions are none, and it says so', () => {
    expect(run(null, '')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('nothing to sign') as string,
    })
  })
})

describe('a build', () => {
  it('is told its address whole, or not at all', () => {
    const keys = [pair().text]
    expect(givenFeed({})).toBeNull()
    expect(givenFeed({ FORECOURT_UPDATES: JSON.stringify({ address, keys }) })).toEqual({
      address,
      hosts: [],
      keys,
    })
    for (const wrong of [
      '{',
      '{}',
      JSON.stringify({ address, keys: [] }),
      JSON.stringify({ address: 'http://127.0.0.1/', keys }),
    ])
      expect(() => givenFeed({ FORECOURT_UPDATES: wrong })).toThrow()
  })

  it('makes manifests, with what is new in the version, only if it has one', () => {
    const changelog = '# Changes\n\n## 0.2.0\n\n- Faster.\n\n## 0.1.0\n\n- First.\n'
    expect(notesOf(changelog, '0.2.0')).toBe('- Faster.')
    expect(notesOf(changelog, '0.3.0')).toBeUndefined()
    expect(publishArguments(null, '- Faster.')).toEqual([])
    expect(publishArguments({ address, hosts: [], keys: [] }, '- Faster.')).toEqual([
      '--config.publish.provider=generic',
      `--config.publish.url=${address}`,
      '--config.releaseInfo.releaseNotes=- Faster.',
    ])
  })
})
