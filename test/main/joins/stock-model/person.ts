import { systemClock, timestamp } from '../../../../src/main/system/clock.ts'
import { foldOf, readStockKey } from '../../../../src/main/writes/stock-key.ts'
import type { Decided, Salon } from './salon.ts'

/** An honest person: whatever is asked is answered as it is in the yard. */
export class Person {
  readonly #salon: Salon

  constructor(salon: Salon) {
    this.#salon = salon
  }

  /** Looks for what is in doubt, and says of the rest what the service's own list tells. */
  async settle(): Promise<void> {
    const { forecourt, control, judge, programs } = this.#salon
    const { batches } = forecourt
    await control.clearFaults()
    batches.recovery.recover()
    const account = await this.#salon.accountId()
    for (const { id, accountId } of batches.reader.list()) {
      // What a journal that went back in time lost is in a batch of no account.
      if (accountId !== account) continue
      await batches.settling.settle(id)
      for (const { line, operation, payload } of batches.reader.rows(id, 'in-doubt', 0, 100).rows) {
        const car = programs.carOfPrice(Number(payload.price))
        const made = (await control.ledger()).find(
          ({ committed, method, params }) =>
            committed && method === 'POST' && Number(params.price) === payload.price,
        )
        const isBound = operation === 'create' && made && car !== null && judge.advertOf(car) === made.autoId
        if (isBound) await batches.answers.answer(id, line, { kind: 'bind', autoId: made.autoId ?? 0 })
        else await batches.answers.answer(id, line, { kind: 'never-made' })
      }
      for (const { line } of batches.reader.rows(id, 'conflict', 0, 100).rows)
        await batches.answers.answer(id, line, { kind: 'keep' })
    }
    await this.#salon.look('import')
  }

  /** Answers what the last plan of the source asked. */
  async answer(source: string): Promise<void> {
    for (const decided of this.#salon.decided.get(source) ?? [])
      if (decided.action === 'asked') await this.#answerOne(source, decided)
  }

  async #answerOne(source: string, { key, other, reason, candidates, missing }: Decided): Promise<void> {
    if (missing) return
    const car = this.#carOf(source, key)
    if (car === null) return
    const own = this.#salon.judge.advertOf(car)
    if (other !== null) {
      const otherAdvert = this.#links().find(await this.#salon.accountId(), other)?.autoId ?? null
      const isSame = otherAdvert !== null && this.#salon.judge.carOf(otherAdvert) === car
      if (isSame && own === otherAdvert) await this.#move(key, other, own)
      else if (isSame) await this.renew(key, car)
      else await this.#do((answers, at, account) => answers.apart(account, key, [other], at))
      return
    }
    if (own !== null && (reason === 'ended-by-person' || candidates.some(({ autoId }) => autoId === own)))
      return this.#set(key, own)
    const others = candidates.map(({ autoId }) => `advert ${autoId}`)
    if (others.length > 0) await this.#do((answers, at, account) => answers.apart(account, key, others, at))
    if (reason === 'ended-by-person' || reason === 'gone') await this.renew(key, car)
  }

  /** The key is to be created anew: a person wants the car's advert back. */
  async renew(key: string, car: number): Promise<void> {
    await this.#do((answers, at, account) => {
      answers.renew(account, key, at)
      this.#salon.judge.word.ended.delete(car)
    })
  }

  async cut(key: string, car: number): Promise<void> {
    await this.#do((answers, at, account) => {
      answers.cut(account, key, at)
      this.#salon.judge.word.ended.add(car)
    })
  }

  async #set(key: string, autoId: number): Promise<void> {
    await this.#do((answers, at, account) => {
      const { fold } = readStockKey(key) ?? { fold: foldOf(key) }
      answers.set(account, { key, fold, autoId, origin: 'hand' }, at)
      // A new link knows nothing of what was given before: the plan shows what the file changes.
      this.#salon.judge.word.priced.delete(autoId)
      const car = this.#salon.judge.carOf(autoId)
      if (car !== null) this.#salon.judge.word.ended.delete(car)
    })
  }

  async #move(key: string, from: string, autoId: number): Promise<void> {
    await this.#do((answers, at, account) => {
      if (this.#links().find(account, from)?.state === 'live') answers.cut(account, from, at)
    })
    await this.#set(key, autoId)
  }

  #links() {
    return this.#salon.forecourt.batches.stockLinks()
  }

  /** A key that a file of the source has now. */
  #carOf(source: string, key: string): number | null {
    return this.#salon.files.get(source)?.at(-1)?.cars.get(key) ?? null
  }

  /** What the journal refuses, a person gives up. */
  async #do(
    answer: (
      answers: ReturnType<Salon['forecourt']['batches']['recovery']['ensureLock']>['linkAnswers'],
      at: string,
      account: string,
    ) => void,
  ): Promise<void> {
    const { recovery } = this.#salon.forecourt.batches
    const account = await this.#salon.accountId()
    try {
      answer(recovery.ensureLock().linkAnswers, timestamp(systemClock), account)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'usage')) throw error
    }
  }
}
