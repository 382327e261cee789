import { expect, test } from 'vitest'
import { AnyViewsState } from '../../../src/renderer/demand/any-views-state.svelte.ts'
import { clientOf } from '../handler-client.ts'
import { eventually } from '../../eventually.ts'

type Changed = { readonly columns: readonly string[] } | undefined

/** A window whose main knows views or not; `change` tells it that the stock changed. */
function views() {
  const main = { any: false, asked: 0 }
  let tell: (event: { changed: Changed }) => void = () => undefined
  const state = new AnyViewsState(
    clientOf({
      'demand:any': () => {
        main.asked += 1
        return main.any
      },
    }),
    ((_name: string, listener: typeof tell) => {
      tell = listener
      return () => undefined
    }) as never,
  )
  return { main, state, change: (changed: Changed) => tell({ changed }) }
}

test('views are known once any were read, also in the background, and another account has its own', async () => {
  const { main, state, change } = views()
  await state.load()
  expect(state.any).toBe(false)
  change({ columns: ['usd'] })
  expect(main.asked).toBe(1)
  main.any = true
  change({ columns: ['views', 'phones'] })
  await eventually(() => expect(state.any).toBe(true))
  change({ columns: ['views'] })
  change(undefined)
  expect(main.asked).toBe(2)
  main.any = false
  await state.load()
  expect(state.any).toBe(false)
})

test('they are looked for again if it is not said what changed', async () => {
  const { main, state, change } = views()
  main.any = true
  change(undefined)
  await eventually(() => expect(state.any).toBe(true))
})
