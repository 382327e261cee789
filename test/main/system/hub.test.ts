import { expect, test } from 'vitest'
import { Hub } from '../../../src/main/system/hub.ts'

interface Events {
  readonly 'advert-written': { readonly id: number }
  readonly 'account-changed': string
}

function hubWithErrors() {
  const errors: [keyof Events, unknown][] = []
  const hub = new Hub<Events>((event, error) => errors.push([event, error]))
  return { hub, errors }
}

test('each listener of an event gets what it carries, in the order of subscription, before emit returns', () => {
  const { hub, errors } = hubWithErrors()
  const heard: string[] = []
  hub.on('advert-written', ({ id }) => heard.push(`first ${id}`))
  hub.on('advert-written', ({ id }) => heard.push(`second ${id}`))
  hub.on('account-changed', (account) => heard.push(account))
  hub.emit('advert-written', { id: 5 })
  expect(heard).toEqual(['first 5', 'second 5'])
  hub.emit('account-changed', 'dealer')
  expect(heard).toEqual(['first 5', 'second 5', 'dealer'])
  expect(errors).toEqual([])
})

test('an ended subscription gets nothing more, and the others go on', () => {
  const { hub } = hubWithErrors()
  const heard: string[] = []
  const stop = hub.on('account-changed', (account) => heard.push(`ended ${account}`))
  hub.on('account-changed', (account) => heard.push(`kept ${account}`))
  stop()
  hub.emit('account-changed', 'a')
  expect(heard).toEqual(['kept a'])
})

test('a listener that throws stops neither the emitter nor the other listeners', () => {
  const { hub, errors } = hubWithErrors()
  const broken = new Error('broken')
  const heard: number[] = []
  hub.on('advert-written', () => {
    throw broken
  })
  hub.on('advert-written', ({ id }) => heard.push(id))
  hub.emit('advert-written', { id: 7 })
  expect(heard).toEqual([7])
  expect(errors).toEqual([['advert-written', broken]])
})

test('a listener that is added during an event hears the next one', () => {
  const { hub } = hubWithErrors()
  const heard: number[] = []
  hub.on('advert-written', () => void hub.on('advert-written', ({ id }) => heard.push(id)))
  hub.emit('advert-written', { id: 1 })
  expect(heard).toEqual([])
  hub.emit('advert-written', { id: 2 })
  expect(heard).toEqual([2])
})
