import { writeFileSync } from 'node:fs'
import { Fault } from '#shared/bridge/failure.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'

/** @throws Fault `storage` with the path and the system's reason. */
export function saveFile(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes)
  } catch (error) {
    const known = storageFaultOf(error, path)
    if (known) throw known
    const reason = error instanceof Error ? error.message : String(error)
    throw new Fault('storage', { path, reason }, { cause: error })
  }
}
