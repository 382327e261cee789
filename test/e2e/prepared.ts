import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startSandbox } from '../../src/sandbox/sandbox.ts'
import { newApp, type SharedBrowser } from './running-app.ts'
import { inventoryAtRest } from './service.ts'

/** The folder of what is prepared once for all workers of a run. */
const variable = 'FORECOURT_E2E_PREPARED'

/** Playwright's global setup: makes the folder, and answers what removes it. */
export default function prepare(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-prepared-'))
  process.env[variable] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** A folder that the first worker to ask for it makes; the others wait. */
async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const root = process.env[variable]
  if (root === undefined) throw new Error(`${variable} is set by the configuration's global setup`)
  const ready = join(root, name)
  const claim = `${ready}.claimed`
  while (!existsSync(ready)) {
    const isOurs = await mkdir(claim).then(
      () => true,
      () => false,
    )
    if (!isOurs) {
      await setTimeout(100)
      continue
    }
    try {
      // It may have been made between the look and the claim.
      if (existsSync(ready)) break
      const folder = await mkdtemp(`${ready}.`)
      await make(folder)
      await rename(folder, ready)
    } finally {
      await rm(claim, { recursive: true, force: true })
    }
  }
  return ready
}

/** A sandbox as it lies in a data folder, before the app starts it. */
export const preparedSandbox = (adverts: number): Promise<string> =>
  madeOnce(`sandbox-${adverts}`, async (folder) => {
    const sandbox = await startSandbox({ databasePath: join(folder, 'sandbox.db'), adverts })
    await sandbox.close()
  })

/** The data folder of an app that has read its sandbox: a first reading costs more than a start. */
export const preparedData = (adverts: number, browser: SharedBrowser): Promise<string> =>
  madeOnce(`data-${adverts}`, async (dataDir) => {
    await cp(await preparedSandbox(adverts), join(dataDir, 'sandbox'), { recursive: true })
    const app = newApp({ dataDir, browser })
    await app.start()
    await inventoryAtRest(app.window)
    await app.quit()
  })
