import type { KeychainAnswer, KeychainAsk, KeychainOutcome } from './keychain-messages.ts'
import { keychainAskSchema } from './keychain-messages.ts'
import { refusalOf } from './keychain-refusal.ts'
import { lockedItemExists } from './locked-item.ts'

/**
 * Entry of the keychain's child, the one place that loads keytar: on a locked keyring it can hang in a thread that
 * nothing but the end of the process stops. One request at a time comes in, one answer goes out.
 */

/** What Electron's utilityProcess puts on `process`; plain Node has process.send instead. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  postMessage(message: unknown): void
}

const refused = (reason: string): KeychainOutcome => ({
  outcome: 'refused',
  refusal: refusalOf(reason),
  reason,
})

const shut: KeychainOutcome = { outcome: 'refused', refusal: 'keychain-locked', reason: 'the item is locked' }

async function fulfil(ask: KeychainAsk): Promise<KeychainOutcome> {
  // Loaded here and not above: without its system library (libsecret) the import fails, and that is an answer.
  const { default: keytar } = await import('keytar')
  const absent = async (otherwise: KeychainOutcome): Promise<KeychainOutcome> =>
    (await lockedItemExists(ask.service, ask.account)) ? shut : otherwise

  if (ask.verb === 'forget') {
    const gone = await keytar.deletePassword(ask.service, ask.account)
    return gone ? { outcome: 'done' } : absent({ outcome: 'done' })
  }
  if (ask.verb === 'set') {
    await keytar.setPassword(ask.service, ask.account, ask.key)
    // A prompt that the person closes ends without an error and without a stored key: only reading it back proves it.
    return (await keytar.getPassword(ask.service, ask.account)) === ask.key ? { outcome: 'done' } : shut
  }
  const key = await keytar.getPassword(ask.service, ask.account)
  return key === null ? absent({ outcome: 'missing' }) : { outcome: 'key', key }
}

async function answer(message: unknown, reply: (answer: KeychainAnswer) => void): Promise<void> {
  const ask = keychainAskSchema.parse(message)
  const result = await fulfil(ask).catch((error: unknown) =>
    refused(error instanceof Error ? error.message : String(error)),
  )
  reply({ id: ask.id, result })
}

const { parentPort } = process as { parentPort?: ParentPort }
if (parentPort) {
  parentPort.on('message', ({ data }) => void answer(data, (reply) => parentPort.postMessage(reply)))
} else {
  process.on('message', (message) => void answer(message, (reply) => void process.send?.(reply)))
  // An orderly exit waits for the thread that hangs in the keyring; our parent is gone, so nobody is left to kill us.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
