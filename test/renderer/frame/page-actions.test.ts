import { expect, test } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import type { Updates } from '#shared/updates/updates-calls.ts'
import { elsewhereActions } from '../../../src/renderer/frame/page-actions.ts'
import { Actions } from '../../../src/renderer/ui/actions.svelte.ts'
import type { AppContext } from '../../../src/renderer/ui/app-context.ts'
import { batchWith } from '../batch/batch-with.ts'

/** What the palette offers on one page beside it, and where that leads. */
function offered(
  page: string,
  batches: readonly Batch[] = [],
  {
    params = {},
    files = [],
    updates = null,
  }: {
    params?: Readonly<Record<string, string>>
    files?: readonly string[]
    updates?: Updates | null
  } = {},
) {
  const went: unknown[] = []
  const router = { page, params, navigate: (...to: unknown[]) => went.push(to) }
  const own = files.map((fileName) => ({ wizard: { fileName }, accountId: 'a' }))
  const imports = { own, current: own[0]?.wizard, open: (each: unknown) => went.push(each) }
  const app = { actions: new Actions(), router } as unknown as AppContext
  const actions = elsewhereActions(
    app,
    { imports: imports as never, batches: { own: batches } },
    { current: updates, check: () => went.push('checked') },
  )
  return { went, own, actions, labels: actions.map(({ label }) => label) }
}

const doubtful = batchWith({ id: 'b1', fileName: 'may.csv', counts: { inDoubt: 2 } })

test('batches that want a person are offered from every page, each with what it wants', async () => {
  const { actions, labels, went } = offered('inventory', [
    doubtful,
    batchWith({ id: 'b2', fileName: 'done.csv' }),
  ])
  expect(labels.filter((label) => label.includes('.csv'))).toEqual([
    expect.stringMatching(/^Activity: .*2.* · may\.csv$/),
  ])
  await actions.find(({ id }) => id === 'batch-b1')?.run()
  expect(went).toEqual([['activity', { batch: 'b1', rows: 'in-doubt' }]])
})

test('files that are open are gone on with from every page', async () => {
  const { actions, went, own } = offered('orders', [], { files: ['one.csv', 'two.xlsx'] })
  const two = actions.find(({ label }) => label === 'Activity: Continue with two.xlsx')
  await two?.run()
  expect(went).toEqual([own[1], ['activity', { import: 'csv' }]])
})

test('what is shown is not offered', () => {
  expect(offered('activity', [doubtful], { params: { batch: 'b1' } }).labels.join()).not.toContain('may.csv')
  const files = ['one.csv', 'two.xlsx']
  const { labels } = offered('activity', [], { params: { import: 'csv' }, files })
  expect(labels.filter((label) => label.includes('Continue'))).toEqual(['Activity: Continue with two.xlsx'])
})

test('templates are saved from every other page', () => {
  expect(offered('inventory').labels.some((label) => label.startsWith('Activity: Templates: '))).toBe(true)
  expect(offered('activity').labels.some((label) => label.includes('Templates: '))).toBe(false)
})

test('new versions are looked for where the app may, and told about where it may not', async () => {
  const updates: Updates = { host: 'get.example', off: null, step: { kind: 'idle' }, failure: null }
  const run = async (known: Updates | null): Promise<unknown[]> => {
    const { actions, went } = offered('inventory', [], { updates: known })
    await actions.find(({ id }) => id === 'check-updates')?.run()
    return went
  }
  const shown = ['settings', { part: 'updates' }]
  expect(await run(updates)).toEqual([shown, 'checked'])
  expect(await run({ ...updates, off: 'policy' })).toEqual([shown])
  expect(await run(null)).toEqual([])
})
