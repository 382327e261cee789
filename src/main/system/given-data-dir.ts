import { isAbsolute } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'

/**
 * The data folder that a variable or an option gives by its name.
 * @throws Fault `storage`, reason `relative`, for one that each folder of a start would have for itself
 */
export function givenDataDir(name: string, path: string): string {
  if (!isAbsolute(path)) throw new Fault('storage', { path, reason: 'relative', value: name })
  return path
}
