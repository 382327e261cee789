import { resolve } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import type { Managed } from '#shared/policy/policy.ts'
import { troubleWords } from '#shared/policy/trouble-words.ts'
import { managedDataFolder } from '../policy/read-policy.ts'
import { givenDataDir } from '../system/given-data-dir.ts'
import type { Call } from './command-line.ts'
import type { Output } from './output.ts'

/**
 * The call as an administrator allows it: in the data folder that they set, and without the sandbox if they turned it
 * off.
 * @throws Fault `managed` if it was asked for otherwise, `storage` for a folder that depends on that of the start
 */
export function obeyPolicy(call: Call, managed: Managed): Call {
  const { name, place } = call
  if (place.ownDataDir !== undefined) givenDataDir(place.dataDirFrom, place.ownDataDir)
  if (name === 'sandbox' && managed.policy.sandboxOff === true)
    throw new Fault('managed', sandboxRefusal(managed))
  const dataDir = managedDataFolder(managed)
  if (dataDir === undefined) return call
  if (place.ownDataDir !== undefined && resolve(place.ownDataDir) !== resolve(dataDir))
    throw new Fault('managed', { reason: 'data-folder', path: dataDir })
  return { ...call, place: { ...place, dataDir } }
}

const sandboxRefusal = ({ source, trouble }: Managed) =>
  trouble?.kind === 'unreadable'
    ? { reason: 'unreadable', path: source ?? '', value: trouble.detail }
    : { reason: 'sandbox' }

/** Says what is wrong with the administrator's settings, if anything is. */
export function sayTrouble(managed: Managed, output: Output): void {
  const words = troubleWords(managed)
  if (words) output.say(`${words.title}. ${words.text}`)
}
