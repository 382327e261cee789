import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Forecourt } from '../../src/main/assemble.ts'
import { startSandboxThread } from '../../src/sandbox/sandbox-in-thread.ts'
import { planned, source } from '../main/batch/dealership.ts'
import { SandboxControl } from '../sandbox/sandbox-control.ts'
import { Desk, makeTeam } from '../team/desks.ts'
import { Postgres } from '../team/postgres.ts'
import { measured, type Figure } from './figure.ts'
import { against, inTurn } from './rounds.ts'

export const name = 'team'

const permits = 2_000
const edits = 1_000
/** Ms that the service takes for each call, and that the team's server is away. */
const serviceDelay = 20
const serverDelay = 1

const anything = z.object({})

/** Permits for edits of one account, asked for over one connection as a desk does. */
async function permitFigures(window: Forecourt): Promise<Figure[]> {
  const { accountId } = await window.context.accounts.owner()
  await window.team.pull(accountId)
  const account = await window.team.address(accountId)
  if (account === null) throw new Error('The account is not shared')
  const { url, user } = account
  const link = await window.team.link()
  const { fence } = await link.command('turn', { url, user, kind: 'send' }, z.object({ fence: z.int() }))
  const ask = (at: number) =>
    link.command(
      'permit',
      {
        url,
        user,
        fence,
        after: 0,
        asked: 0,
        key: `bench/${at}`,
        attempt: 1,
        operation: 'edit',
        fingerprint: `${at}`,
        copy: 1,
        stockKey: null,
        autoId: 1_000_000 + at,
        file: null,
        payload: { auto_id: at, price: at, auto_note: 'Опис авто '.repeat(20) },
        before: { price: 1 },
      },
      anything,
    )
  const times: number[] = []
  for (let at = 0; at < permits; at += 1) {
    const begun = performance.now()
    await ask(at)
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const percentile = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
  return [
    { name: 'permit of one account, half of them', value: percentile(0.5), unit: 'ms' },
    { name: 'permit of one account, 95 %', value: percentile(0.95), unit: 'ms', goal: 5 },
  ]
}

/** Sends edits of prices, as a batch of the app. @returns ms */
async function send(window: Forecourt, ids: readonly number[], price: number): Promise<number> {
  const { accountId, userId } = await window.context.accounts.owner()
  const rows = ids.map((auto_id, at) =>
    planned(at + 2, 'edit', { auto_id, currency_id: 1, price: price + at }),
  )
  const { id } = await window.batches.planner.plan({ ...source(userId), accountId }, rows)
  const begun = performance.now()
  await window.batches.control.send(id)
  await window.batches.control.idle()
  const took = performance.now() - begun
  const { counts } = window.batches.reader.get(id)
  if (counts.done !== edits) throw new Error(`Not all is done: ${JSON.stringify(counts)}`)
  return took
}

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  const entry = new URL('../../src/sandbox/sandbox-thread.ts', import.meta.url)
  const sandbox = await startSandboxThread(entry, {
    databasePath: ':memory:',
    adverts: edits + 200,
    ownShare: 100,
  })
  // What a server knows of its tables after a minute, this one knows after a second: before, each permit reads all of them.
  const postgres = await Postgres.start(['autovacuum_naptime=1s'])
  const way = new Worker(new URL('delayed-way.ts', import.meta.url), {
    workerData: { port: postgres.port, delay: serverDelay },
  })
  const [port] = (await once(way, 'message')) as [number]
  const deskOf = (called: string): Desk => {
    mkdirSync(join(folder, called))
    return new Desk(called, join(folder, called), {
      FORECOURT_BASE_URL: sandbox.baseUrl,
      FORECOURT_USER_ID: String(sandbox.userId),
      FORECOURT_API_KEY: sandbox.key,
    })
  }
  const olena = deskOf('Olena')
  const petro = deskOf('Petro')
  const alone = deskOf('alone')
  await makeTeam(postgres, [olena, petro], (at) => `localhost:${at === 0 ? postgres.port : port}`)
  const near = olena.openWindow()
  const far = petro.openWindow()
  const single = alone.openWindow()
  try {
    const figures = await permitFigures(near)
    postgres.sql('DELETE FROM forecourt.permits')
    await near.close()
    const own = (
      await (await far.context.current()).inventory.ownAdverts(AbortSignal.timeout(60_000), 'interactive')
    )?.active
    const ids = (own ?? []).slice(0, edits)
    await new SandboxControl(sandbox.baseUrl, sandbox.controlToken).addFault({
      kind: 'delay',
      ms: serviceDelay,
    })
    let price = 10_000
    const [withTeam = [], without = []] = await inTurn(3, [
      () => send(far, ids, (price += edits)),
      () => send(single, ids, (price += edits)),
    ])
    return [
      ...figures,
      {
        name: `1,000 edits, ${serviceDelay} ms a call, 8 at once, without a team`,
        ...measured(without.map((ms) => ms / 1_000)),
        unit: 's',
      },
      {
        name: `the same in a team whose server is ${serverDelay} ms away`,
        ...measured(against(withTeam, without)),
        unit: '×',
        goal: 1.1,
      },
    ]
  } finally {
    await Promise.allSettled([far.close(), single.close()])
    await way.terminate()
    await sandbox.close()
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
