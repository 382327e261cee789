import type { FaultRule } from '../../../../src/sandbox/control/faults.ts'
import { planned } from '../../batch/dealership.ts'
import { damageSteps } from './damage-steps.ts'
import { handSteps } from './hand-steps.ts'
import type { Person } from './person.ts'
import { fewest, sources } from './programs.ts'
import type { Salon } from './salon.ts'
import { linkOf, pick, type Step } from './step.ts'

const path = '/auto/new/autos'
const faults: readonly FaultRule[] = [
  { kind: 'drop-before', path },
  { kind: 'drop-after-commit', path },
  { kind: 'status', status: 502, path, afterCommit: true },
  { kind: 'status', status: 400, path, body: '{"error":{"code":"BAD","message":"no"}}' },
  { kind: 'cut-body', path },
]
const methods = ['POST', 'PUT', 'DELETE'] as const

/** What may happen to two salons, by name. */
export const steps = {
  night: ({ salon, source }) => salon.import(source, salon.write(source)),
  'both nights': async ({ salon }) => {
    for (const source of sources) await salon.import(source, salon.write(source))
  },
  'the same file again': async ({ salon, source }) => {
    const last = salon.files.get(source)?.at(-1)
    if (last) await salon.import(source, last)
  },
  'a file that comes late': async ({ salon, source }) => {
    const older = salon.files.get(source)?.at(-2)
    if (older) await salon.import(source, older)
  },
  'a file that is cut': ({ salon, source }) => salon.import(source, salon.write(source, 0.3)),
  'a plan that is left': ({ salon, source }) => salon.import(source, salon.write(source), 'plan'),
  'a price': ({ salon, car }) => salon.programs.price(car),
  'a car leaves or comes back': ({ salon, car }) => salon.programs.turn(car),
  'a new car': ({ salon, source, n }) => salon.programs.add(source, n),
  'another number': ({ salon, car }) => salon.programs.renumber(car, false),
  'another spelling': ({ salon, car }) => salon.programs.renumber(car, true),
  // A salon can't know that a new car of its is one that the other still has: the file that lacks it comes first.
  'a car moves to the other salon': async ({ salon, car }) => {
    const { source: from, isThere } = car
    if (!isThere || salon.programs.there(from).length <= fewest) return
    const back = salon.programs.move(car)
    const left = await salon.import(from, salon.write(from))
    if (left === 'nothing' || left === 'sent') await salon.import(car.source, salon.write(car.source))
    else back()
  },
  'an answer is lost': ({ salon, n }) =>
    salon.control.addFault({
      ...pick(faults, n),
      method: pick(methods, n >> 3),
      skip: (n >> 5) % 3,
      count: 1,
    }),
  settle: ({ person }) => person.settle(),
  answers: ({ person, source }) => person.answer(source),
  'a price at the service': async ({ salon, car }) => {
    const autoId = salon.judge.advertOf(car.id)
    const key =
      autoId === null ? null : salon.forecourt.batches.stockLinks().keyOf(await salon.accountId(), autoId)
    if (autoId === null || key === null) return
    const account = await salon.accountId()
    const known = salon.forecourt.batches.stockLinks().fields(account).get(key)?.price
    const live = await salon.control.advert(autoId)
    // What the app read since it wrote is known; what was not read can't be told from what the service makes of a value.
    if (known?.shown !== live?.price || live?.inStock !== 1) return
    await salon.elsewhere({
      operation: 'edit',
      payload: { auto_id: autoId, currency_id: 1, price: 90_000 + car.id },
    })
    await salon.forecourt.inventorySync.add([autoId])
    salon.judge.word.priced.set(autoId, 90_000 + car.id)
  },
  // Of an advert without a number nothing tells which car must not come back.
  'a delete at the service': async (place) => {
    const { salon } = place
    const { autoId } = (await linkOf(place)) ?? {}
    if (autoId === undefined) return
    await salon.elsewhere({ operation: 'delete', payload: { auto_id: autoId } })
    await salon.forecourt.inventorySync.add([autoId])
  },
  'a delete in the app': async (place) => {
    const { salon } = place
    const { autoId } = (await linkOf(place)) ?? {}
    if (autoId !== undefined) await salon.byHand([planned(2, 'delete', { auto_id: autoId })])
  },
  'a person takes it out of stock': async ({ salon, car }) => {
    const autoId = salon.judge.advertOf(car.id)
    if (autoId === null) return
    const { price = 0 } = (await salon.control.advert(autoId)) ?? {}
    await salon.byHand([planned(2, 'edit', { auto_id: autoId, currency_id: 1, price, in_stock: 0 })])
    const { inStock } = (await salon.control.advert(autoId)) ?? {}
    if (inStock === 0) salon.judge.word.outOfStock.add(autoId)
  },
  'a link is cut': ({ person, car }) => person.cut(car.key, car.id),
  cancel: async ({ salon }) => {
    const { reader, control } = salon.forecourt.batches
    const [open] = reader.list().filter(({ counts }) => counts.planned > 0)
    if (!open) return
    await control.cancel(open.id)
    await control.idle()
  },
  resume: async ({ salon }) => {
    const account = await salon.accountId()
    const open = salon.forecourt.batches.reader
      .list()
      .filter(
        ({ counts, state, accountId }) =>
          counts.planned > 0 && state !== 'cancelled' && accountId === account,
      )
    for (const { id, fileName, undoOf } of open) {
      await salon.send(id)
      // Rows of a person's own are in a batch of theirs.
      await salon.look(fileName.startsWith('stock-') && undoOf === null ? 'import' : 'person')
    }
  },
  undo: async ({ salon }) => {
    const { reader, undo, control } = salon.forecourt.batches
    const account = await salon.accountId()
    const [last] = reader
      .list()
      .filter(({ counts, undoOf, accountId }) => counts.done > 0 && undoOf === null && accountId === account)
    if (!last) return
    const preview = await undo.preview(last.id)
    if (reader.get(preview).counts.planned === 0) {
      undo.discard(preview)
      return
    }
    await salon.look('import')
    const before = await salon.prices()
    await undo.send(preview, true)
    await control.idle()
    await salon.look('person')
    const links = salon.forecourt.batches.stockLinks()
    // A file owns what is not known of a field: a link that was just made, or a value that it was asked for.
    for (const [autoId, price] of await salon.prices()) {
      const key = links.keyOf(account, autoId)
      const isKnown = key !== null && links.fieldsOf(account, key).price !== undefined
      if (isKnown && before.get(autoId) !== price) salon.judge.word.priced.set(autoId, price)
    }
  },
  sync: ({ salon }) => salon.forecourt.inventorySync.sync(),
  restart: ({ salon }) => salon.restart(),
  'the journal is copied': ({ salon }) => salon.keepCopy(),
  'an older journal': async ({ salon, person }) => {
    await salon.setBack()
    await person.review()
  },
  ...handSteps,
  ...damageSteps,
} satisfies Record<string, Step>

export type StepName = keyof typeof steps

/** Does a step; `n` chooses what it is about. */
export async function take(name: StepName, n: number, salon: Salon, person: Person): Promise<void> {
  const step: Step = steps[name]
  await step({ salon, person, n, source: pick(sources, n), car: pick(salon.programs.cars, n >> 1) })
}
