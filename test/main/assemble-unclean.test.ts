import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Forecourt } from '../../src/main/assemble.ts'
import { appState } from '../../src/main/assemble/calls.ts'
import { planDraft } from '../../src/main/joins/plan-draft.ts'
import { eventually } from '../eventually.ts'
import { testEntries } from '../scripts.ts'
import { assembledIn } from './assembled.ts'
import { spread } from '../whole.ts'
import { folderOfTest } from '../folders.ts'

let dataDir: string
let published: string[]

/** The database that the test is about. */
let file: string
const cachePath = (): string => join(dataDir, file)
const marker = (): string => `${cachePath()}.clean`

const opened = (): Forecourt => assembledIn(dataDir, { publish: (name) => published.push(name) })

const facts = {
  online: () => true,
  handed: () => [],
  recovered: () => ({ inDoubt: 0, lost: 0 }),
  showLog: () => undefined,
}

describe.each(spread(['cache.db', 'staged.db'], 1))('%s', (name) => {
  /** So large that its check is not made at once. */
  beforeEach(async () => {
    file = name
    dataDir = folderOfTest()
    published = []
    await opened().close()
    const db = new DatabaseSync(cachePath())
    db.exec(`CREATE TABLE filler (x TEXT); INSERT INTO filler SELECT hex(randomblob(900)) FROM (
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT i FROM n)`)
    db.close()
  })

  test('a database that was not closed in order is trusted again only after a check', async () => {
    await opened().close()
    expect(existsSync(marker())).toBe(false)
    const checked = opened()
    await checked.context.checks.journal()
    await checked.context.checks.end()
    await checked.close()
    expect(existsSync(marker())).toBe(true)
  })

  test('a damaged database is told while the app goes on, and set aside at the next start', async () => {
    const db = new DatabaseSync(cachePath())
    const page = db
      .prepare(`SELECT pageno FROM dbstat WHERE name = 'filler' AND pagetype = 'leaf' LIMIT 1 OFFSET 9`)
      .get()
    db.close()
    const bytes = readFileSync(cachePath())
    bytes.fill(0xa5, (Number(page?.pageno) - 1) * 4_096, Number(page?.pageno) * 4_096)
    writeFileSync(cachePath(), bytes)
    const forecourt = opened()
    expect(forecourt.context.setAside).toEqual([])
    await forecourt.context.checks.journal()
    await forecourt.context.checks.end()
    expect(published).toContain('app:damaged')
    expect(await appState(forecourt, facts)).toMatchObject({ damaged: [cachePath()], setAside: [] })
    await forecourt.close()
    const next = opened()
    expect(next.context.setAside).toHaveLength(1)
    await next.close()
  })

  test('a check that takes for ever keeps no batch sending when the app closes', async () => {
    const script = join(dataDir, 'check.mjs')
    const held = join(dataDir, 'held')
    writeFileSync(held, '')
    writeFileSync(
      script,
      `import { existsSync } from 'node:fs'
       setInterval(() => existsSync(${JSON.stringify(held)}) || process.exit(), 20)`,
    )
    const forecourt = assembledIn(dataDir, {
      entries: { ...testEntries, checkWorker: pathToFileURL(script) },
    })
    void forecourt.context.checks.journal()
    // The batch waits for the quota, and could send for as long as the app lives.
    forecourt.context.settings.change({ quota: { perHour: 1, perMonth: null } })
    const { planning, drafts, batches } = forecourt
    const draftId = drafts.begin('new.csv')
    const rows = [1, 2, 3, 4].map((equip) => `9,96,1,${equip},1\n`)
    const text = `marka_id,model_id,base_id,equip_id,currency_id\n${rows.join('')}`
    await drafts.append(draftId, new TextEncoder().encode(text))
    await drafts.check(draftId, { shape: {}, mapping: null, operation: null }, await planning.account())
    const { id } = await planDraft(planning, draftId, [])
    void batches.control.send(id)
    await eventually(() => expect(batches.reader.get(id).state).toBe('waiting'))
    const closed = forecourt.close()
    await batches.control.idle()
    rmSync(held)
    await closed
  }, 30_000)

  test('a page that turns out damaged while it is read makes the next start check first', async () => {
    const forecourt = opened()
    await forecourt.context.checks.journal()
    await forecourt.context.checks.end()
    forecourt.context.words(new Error('database disk image is malformed'))
    await forecourt.close()
    expect([existsSync(marker()), existsSync(`${cachePath()}.suspect`)]).toEqual([false, true])
    const next = opened()
    expect(next.context.setAside).toEqual([])
    await next.close()
    expect([existsSync(marker()), existsSync(`${cachePath()}.suspect`)]).toEqual([true, false])
  })
})

test('settings that are damaged while the app runs are told, and its accounts stay', async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'forecourt-unclean-'))
  published = []
  const forecourt = opened()
  onTestFinished(async () => {
    await forecourt.close()
    rmSync(dataDir, { recursive: true })
  })
  const dealer = { name: 'Dealer', baseUrl: 'https://x.test', userId: 7, readAuth: 'query' } as const
  await forecourt.context.accounts.save(dealer)
  writeFileSync(join(dataDir, 'settings.json'), '{"accounts": [')
  forecourt.context.settings.get()
  expect(published).toContain('app:set-aside')
  expect(await appState(forecourt, facts)).toMatchObject({
    setAside: [expect.stringContaining('settings.json.damaged-')],
  })
  expect((await forecourt.context.accounts.list()).accounts.map(({ name }) => name)).toContain('Dealer')
})
