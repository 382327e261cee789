import { Fault } from '#shared/bridge/failure.ts'
import type { StockAnswer } from '#shared/stock/stock-plan-calls.ts'
import { keepAnswer } from '../../../../src/main/stock/keep-answer.ts'
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
      const otherAdvert = (await this.#link(other))?.autoId ?? null
      const isSame = otherAdvert !== null && this.#salon.judge.carOf(otherAdvert) === car
      if (isSame && own === otherAdvert) await this.move(other, key, own)
      else if (isSame) await this.renew(key, car)
      else await this.says({ answer: 'apart', key, other })
      return
    }
    const isAskedAgain = reason === 'ended-by-person' || reason === 'recovered'
    if (own !== null && (isAskedAgain || candidates.some(({ autoId }) => autoId === own)))
      return this.set(key, own)
    for (const { autoId } of candidates)
      await this.says(
        own === null ? { answer: 'none', key, autoId } : { answer: 'apart', key, other: `advert ${autoId}` },
      )
    if (isAskedAgain || reason === 'gone') await this.renew(key, car)
  }

  /** The key is to be created anew: a person wants the car's advert back. */
  async renew(key: string, car: number): Promise<void> {
    if (await this.says({ answer: 'new', key })) this.#salon.judge.word.ended.delete(car)
  }

  async cut(key: string, car: number): Promise<void> {
    if (await this.says({ answer: 'cut', key })) this.#salon.judge.word.ended.add(car)
  }

  async set(key: string, autoId: number): Promise<void> {
    if (!(await this.says({ answer: 'link', key, autoId }))) return
    const { judge } = this.#salon
    // A new link knows nothing of what was given before: the plan shows what the file changes. One that is made again does.
    const links = this.#salon.forecourt.batches.stockLinks()
    if (!links.fieldsOf(await this.#salon.accountId(), key).price) judge.word.relinked(autoId)
    const car = judge.carOf(autoId)
    if (car !== null) judge.word.ended.delete(car)
  }

  /** The car has another number now: all that is known of its advert goes with it. */
  async move(from: string, key: string, autoId: number): Promise<void> {
    if (await this.says({ answer: 'move', key, from })) return
    if ((await this.#link(from))?.state === 'live') await this.says({ answer: 'cut', key: from })
    await this.set(key, autoId)
  }

  /** After a loss that was told: links that are not as it is in the yard are cut. */
  async review(): Promise<void> {
    const { forecourt, judge, programs } = this.#salon
    for (const { key, autoId, state } of forecourt.batches.stockLinks().list(await this.#salon.accountId())) {
      const car = programs.cars.find((each) => each.key === key)
      if (state === 'live' && car && judge.carOf(autoId) !== car.id) await this.cut(key, car.id)
    }
  }

  /** What the journal refuses, a person gives up. @returns whether it is kept */
  async says(answer: StockAnswer): Promise<boolean> {
    try {
      await keepAnswer(this.#salon.forecourt.stock, answer)
      return true
    } catch (error) {
      if (error instanceof Fault && (error.code === 'usage' || error.code === 'advert-unknown')) return false
      throw error
    }
  }

  async #link(key: string) {
    return this.#salon.forecourt.batches.stockLinks().find(await this.#salon.accountId(), key)
  }

  /** A key that a file of the source has now. */
  #carOf(source: string, key: string): number | null {
    return this.#salon.files.get(source)?.at(-1)?.cars.get(key) ?? null
  }
}
