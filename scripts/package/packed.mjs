/** What tests read back of a packed app. */
import { extractAll, listPackage, statFile } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** The files of an archive, and which of them lie beside it. */
export function readPacked(archive) {
  const names = listPackage(archive, { isPack: false }).map((name) => name.replaceAll('\\', '/').slice(1))
  const entries = names.map((name) => [name, statFile(archive, name)])
  const files = entries.filter(([, entry]) => !('files' in entry))
  return {
    files: files.map(([name]) => name),
    unpacked: files.filter(([, entry]) => entry.unpacked === true).map(([name]) => name),
  }
}

/** Extracts the archive, with what lies beside it. */
export const unpack = (archive, folder) => extractAll(archive, folder)

const on = '1'.charCodeAt(0)

/** Whether each fuse that we decide is on. */
export async function readFuses(program) {
  const wire = await getCurrentFuseWire(program)
  const names = Object.keys(FuseV1Options).filter(
    (name) => Number.isNaN(Number(name)) && name !== 'WasmTrapHandlers',
  )
  return Object.fromEntries(names.map((name) => [name, wire[FuseV1Options[name]] === on]))
}
