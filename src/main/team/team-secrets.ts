import { Fault } from '#shared/bridge/failure.ts'
import { refusedFault } from '../keychain/keychain-fault.ts'
import { itemOf, type TeamFile } from './team-file.ts'
import type { Context } from '../context/context.ts'

/** Place where a desk's secret is: in the environment, which is asked first, or in the keychain. */
export class TeamSecrets {
  readonly #given: string | undefined
  readonly #keychain: Context['secrets']

  constructor({ environment, secrets }: Context) {
    this.#given = environment.teamSecret
    this.#keychain = secrets
  }

  /** For a desk that is about to join: the environment's, or a new one. @throws Fault `team` */
  async make(): Promise<string> {
    const { checkedSecret, newSecret } = await import('./secret.ts')
    return this.#given === undefined ? newSecret() : checkedSecret(this.#given)
  }

  /**
   * Keeps a secret before its desk belongs to a team: a keychain that refuses uses no invitation up.
   * @param item its name there. @throws Fault of the keychain
   */
  async keep(item: string, secret: string): Promise<void> {
    if (this.#given === undefined) await this.#keychain.set(item, secret)
  }

  async forget(item: string): Promise<void> {
    if (this.#given === undefined) await this.#keychain.forget(item).catch(() => undefined)
  }

  /** @throws Fault of the keychain, or `team` if there is no secret */
  async of(file: TeamFile): Promise<string> {
    const { checkedSecret } = await import('./secret.ts')
    if (this.#given !== undefined) return checkedSecret(this.#given)
    const answer = await this.#keychain.get(itemOf(file))
    if (answer.found === 'key') return checkedSecret(answer.key)
    if (answer.found === 'missing') throw new Fault('team', { reason: 'secret' })
    throw refusedFault(answer.found, answer.reason)
  }
}
