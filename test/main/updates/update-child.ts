/** Downloads what FEED offers for the AppImage in the folder DISK, and prints how that ended. */
import { Fault } from '../../../src/shared/bridge/failure.ts'
import type { UpdateFeed } from '../../../src/main/updates/update-feed.ts'
import { updaterOf } from './updater-of.ts'

const { FEED = '', DISK = '' } = process.env
const updater = updaterOf(JSON.parse(FEED) as UpdateFeed, DISK)
try {
  await updater.check()
  await updater.download({ signal: new AbortController().signal, onBytes: () => undefined })
  console.log(JSON.stringify({ code: 'done' }))
} catch (error) {
  if (!(error instanceof Fault)) throw error
  console.log(JSON.stringify({ code: error.code, ...error.details }))
}
