import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { StagedField, StagedRow } from '#shared/staged/staged-edit.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import type { EditPayload } from '../../../src/main/writes/advert-write.ts'
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'
import { SandboxControl } from '../../sandbox/sandbox-control.ts'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { assembledIn } from '../assembled.ts'

interface Published {
  readonly name: string
  readonly payload: unknown
}

/** The whole of main with its embedded sandbox; `reopen` starts it again on the same folder. */
export interface App {
  readonly forecourt: Forecourt
  readonly published: Published[]
  readonly dataDir: string
  /** @param between is done in the folder of the data while the app is closed */
  reopen(between?: (dataDir: string) => void): Promise<App>
  readonly control: SandboxControl
}

function open(dataDir: string, sandbox: Sandbox): App {
  const published: Published[] = []
  const forecourt = assembledIn(dataDir, {
    overrides: { baseUrl: sandbox.baseUrl, userId: sandbox.userId, key: sandbox.key },
    publish: (name, payload) => published.push({ name, payload }),
  })
  let closed = false
  const close = async (): Promise<void> => {
    if (!closed) await forecourt.close()
    closed = true
  }
  onTestFinished(close)
  return {
    forecourt,
    published,
    dataDir,
    control: new SandboxControl(sandbox.baseUrl, sandbox.controlToken),
    reopen: async (between) => {
      await close()
      between?.(dataDir)
      return open(dataDir, sandbox)
    },
  }
}

/** The app with the sandbox's stock read. */
export async function openApp(adverts = 60): Promise<App> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-staged-'))
  const sandbox = await startSandbox({ databasePath: ':memory:', adverts })
  onTestFinished(async () => {
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const app = open(dataDir, sandbox)
  await app.forecourt.inventorySync.sync()
  return app
}

/** Ids of live adverts with a price in dollars, the newest first. */
export async function dollarIds({ forecourt }: App): Promise<number[]> {
  const ids = await forecourt.inventory.lists.ids({ text: '', states: ['live'], sort: [] })
  const rows = await forecourt.inventory.rows([...ids].slice(0, 500))
  return rows.filter(({ mainCurrency, usd }) => mainCurrency === 'USD' && (usd ?? 0) > 0).map(({ id }) => id)
}

export const typed = (
  advert: number,
  field: StagedField,
  text: string,
  currency: 1 | 2 | 3 | null = null,
) => ({
  advert,
  field,
  text,
  currency,
})

/** The edits as `advert field seen → value state`, without the advert if only one is asked about. */
export const lines = (rows: readonly StagedRow[]): string[] =>
  rows.map(({ field, seen, value, state }) => `${field} ${seen ?? '?'} → ${value} ${state}`)

export async function advertRowOf({ forecourt }: App, id: number): Promise<AdvertRow> {
  const [row] = await forecourt.inventory.rows([id])
  if (!row) throw new Error(`${id} is not cached`)
  return row
}

/** Parameters of the edits that the service received, without those of `writeElsewhere`. */
export const sentOf = async ({ control }: App): Promise<Record<string, string>[]> =>
  (await control.ledger()).filter(({ params }) => params.version !== elsewhere).map(({ params }) => params)

const elsewhere = 'written elsewhere'

/** Another program changes the advert, and the app reads it. */
export async function writeElsewhere(
  { forecourt }: App,
  id: number,
  payload: Omit<EditPayload, 'auto_id'>,
): Promise<void> {
  const { adverts } = await forecourt.context.current()
  await adverts.write({ operation: 'edit', payload: { auto_id: id, ...payload, version: elsewhere } })
  await forecourt.inventorySync.add([id])
}
