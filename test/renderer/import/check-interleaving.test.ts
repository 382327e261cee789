import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import {
  CheckState,
  type DraftFilter,
  type RowsOnly,
} from '../../../src/renderer/import/check-state.svelte.ts'
import { DraftModel, type ModelRow } from './draft-model.ts'

const rowCount = 260
const screenRows = 20

type Step =
  | { readonly kind: 'fix'; readonly at: number; readonly value: string }
  | { readonly kind: 'column'; readonly text: string; readonly value: string; readonly down: boolean }
  | { readonly kind: 'leave-out'; readonly at: number; readonly leftOut: boolean }
  | { readonly kind: 'leave-out-shown'; readonly leftOut: boolean }
  | { readonly kind: 'undo' | 'redo' }
  | { readonly kind: 'show'; readonly filter: DraftFilter; readonly only: RowsOnly }
  | { readonly kind: 'scroll'; readonly to: number }
  | { readonly kind: 'answer' }

const at = fc.nat({ max: rowCount - 1 })
const value = fc.constantFrom('x', '1', '2')
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('fix' as const), at, value }),
  fc.record({ kind: fc.constant('column' as const), text: value, value, down: fc.boolean() }),
  fc.record({ kind: fc.constant('leave-out' as const), at, leftOut: fc.boolean() }),
  fc.record({ kind: fc.constant('leave-out-shown' as const), leftOut: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const) }),
  fc.record({
    kind: fc.constant('show' as const),
    filter: fc.constantFrom<DraftFilter[]>('all', 'left-out'),
    only: fc.constantFrom<RowsOnly[]>({}, { group: 'error' }),
  }),
  fc.record({ kind: fc.constant('scroll' as const), to: at }),
  fc.constant({ kind: 'answer' as const }),
  fc.constant({ kind: 'answer' as const }),
)

/** What the dealer does next, without waiting for answers. Rows are those that the grid shows at this moment. */
function take(step: Step, state: CheckState): Promise<unknown> | undefined {
  const shown = 'at' in step ? state.rows.at(step.at % Math.max(1, state.rows.total)) : undefined
  if (step.kind === 'fix') return shown && state.fix(shown, 0, step.value)
  if (step.kind === 'leave-out') return shown && state.leaveOut(shown, step.leftOut)
  if (step.kind === 'leave-out-shown') return state.leaveOutShown(step.leftOut)
  if (step.kind === 'undo' || step.kind === 'redo') return state.move(step.kind)
  if (step.kind === 'show') return state.show(step.filter, step.only)
  if (step.kind === 'scroll') state.rows.source.want(step.to, step.to + screenRows)
  if (step.kind !== 'column') return undefined
  const change = { column: 0, match: { text: step.text, whole: true }, value: step.value }
  return state.changeColumn(change, step.down ? rowCount / 2 : undefined)
}

test('whatever the dealer does and in whatever order the answers come, the grid shows the true rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(value),
      fc.array(stepArbitrary, { minLength: 1, maxLength: 25 }),
      fc.scheduler(),
      async (cells, steps, scheduler) => {
        const model = new DraftModel([...cells.take(rowCount)])
        let rests = false
        // The worker takes what is asked in order; the answers cross.
        const client = (async (name: string, asked: never) => {
          const answer = { ok: true, value: model.answer(name, asked) }
          return rests ? answer : scheduler.schedule(Promise.resolve(answer))
        }) as unknown as Client<Calls>
        const state = new CheckState(client, () => () => undefined)
        rests = true
        await state.run({ draftId: 'd', shape: {}, mapping: [], operation: null })
        state.rows.source.want(0, screenRows)
        rests = false
        for (const step of steps) {
          if (step.kind !== 'answer') void take(step, state)
          else if (scheduler.count() > 0) await scheduler.waitNext(1)
        }
        await scheduler.waitIdle()
        rests = true
        await expectTrue(state, model)
      },
    ),
    { numRuns: 20 },
  )
})

/** Every row of the list, as a person sees it who scrolls through it, and the counts. */
async function expectTrue(state: CheckState, model: DraftModel): Promise<void> {
  const expected = model.shown({ filter: state.filter, ...state.only })
  expect(state.rows.total).toBe(expected.length)
  expect(state.result).toMatchObject(model.check())
  const seen: (ModelRow | undefined)[] = []
  for (let first = 0; first < expected.length; first += screenRows) {
    state.rows.source.want(first, first + screenRows)
    await new Promise((resolve) => setTimeout(resolve, 0))
    for (let index = first; index < Math.min(first + screenRows, expected.length); index++)
      seen.push(DraftModel.of(state.rows.at(index)))
  }
  expect(seen).toEqual(expected)
}
