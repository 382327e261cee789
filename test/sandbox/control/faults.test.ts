import { describe, expect, it } from 'vitest'
import type { FaultRule } from '../sandbox-control.ts'
import { running, type Running } from '../running.ts'
import { createQuery, search } from '../vehicles/adverts.ts'

const writes = '/auto/new/autos'

/** Sends a create into a fault. */
async function createInto(rule: FaultRule): Promise<{ sandbox: Running; response: Promise<Response> }> {
  const sandbox = await running()
  await sandbox.control.addFault({ method: 'POST', path: writes, ...rule })
  return { sandbox, response: sandbox.fetch('POST', writes, createQuery(sandbox)) }
}

const ledgerOf = async (sandbox: Running) =>
  (await sandbox.control.ledger()).map(({ committed, answer }) => ({ committed, answer }))

describe('a fault that would not strike as meant is refused', () => {
  it.each([
    [{ kind: 'drop-before', mehtod: 'POST' }, 'mehtod'],
    [{ kind: 'status' }, 'status needs status'],
    [{ kind: 'delay' }, 'delay needs ms'],
    [{ kind: 'short-list' }, 'short-list needs keep'],
  ])('%o', async (rule, named) => {
    const { sandbox } = await running()
    const response = await fetch(`${sandbox.baseUrl}/_control/faults`, {
      method: 'POST',
      headers: { 'x-control-token': sandbox.controlToken },
      body: JSON.stringify(rule),
    })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(named)])
  })
})

it('a path with a last slash means this form alone, one without both', async () => {
  const sandbox = await running()
  const statusOf = async (path: string): Promise<number> => (await sandbox.fetch('GET', path)).status
  await sandbox.control.addFault({ kind: 'status', status: 418, path: '/ria/basket/orders/' })
  await sandbox.control.addFault({ kind: 'status', status: 419, path: '/ria/basket/status' })
  expect(await statusOf('/ria/basket/orders/')).toBe(418)
  expect(await statusOf('/ria/basket/orders')).toBe(200)
  expect(await statusOf('/ria/basket/status/')).toBe(419)
  expect(await statusOf('/ria/basket/status')).toBe(419)
})

describe('each fault', () => {
  it('short-list: the lists of the answer are cut, their counts stay', async () => {
    const sandbox = await running({ adverts: 400 })
    const read = async () =>
      (await (await sandbox.fetch('GET', '/ria/basket/orders')).json()) as { total: number; orders: object[] }
    const whole = await read()
    await sandbox.control.addFault({ kind: 'short-list', keep: 2, path: '/ria/basket/orders' })
    expect(await read()).toEqual({ ...whole, orders: whole.orders.slice(0, 2) })
  })

  it('drop-before: the connection closes and nothing was done', async () => {
    const { sandbox, response } = await createInto({ kind: 'drop-before' })
    await expect(response).rejects.toThrow()
    expect(await ledgerOf(sandbox)).toEqual([{ committed: false, answer: 'drop-before' }])
    expect(await sandbox.control.counts()).toMatchObject({ written: 0 })
  })

  it('drop-after-commit: the connection closes and it was done', async () => {
    const { sandbox, response } = await createInto({ kind: 'drop-after-commit' })
    await expect(response).rejects.toThrow()
    expect(await ledgerOf(sandbox)).toEqual([{ committed: true, answer: '200 drop-after-commit' }])
    expect(await sandbox.control.counts()).toMatchObject({ written: 1 })
  })

  it.each([
    [false, [{ committed: false, answer: 'never-answer' }]],
    [true, [{ committed: true, answer: '200 never-answer' }]],
  ])('never-answer, after commit: %s', async (afterCommit, ledger) => {
    const { sandbox, response } = await createInto({ kind: 'never-answer', afterCommit })
    const state = response.then(
      () => 'answered',
      () => 'closed',
    )
    await expect.poll(() => ledgerOf(sandbox)).toEqual(ledger)
    // The connection is held until the sandbox ends.
    await sandbox.sandbox.close()
    expect(await state).toBe('closed')
  })

  it('cut-body: it was done, and half of the answer comes', async () => {
    const { sandbox, response } = await createInto({ kind: 'cut-body' })
    const answer = await response
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    expect(await ledgerOf(sandbox)).toEqual([{ committed: true, answer: '200 cut-body' }])
  })

  it('status: another answer, and nothing was done', async () => {
    const rule = {
      kind: 'status',
      status: 429,
      retryAfter: 7,
      body: '<h1>Slow</h1>',
      contentType: 'text/html',
    } as const
    const { sandbox, response } = await createInto(rule)
    const answer = await response
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([
      429,
      '7',
      'text/html',
    ])
    expect(await answer.text()).toBe('<h1>Slow</h1>')
    expect(await ledgerOf(sandbox)).toEqual([{ committed: false, answer: '429' }])
  })

  it('status after commit: another answer, but it was done', async () => {
    const { sandbox, response } = await createInto({ kind: 'status', status: 502, afterCommit: true })
    expect((await response).status).toBe(502)
    expect(await ledgerOf(sandbox)).toEqual([{ committed: true, answer: '200 status' }])
  })

  it('delay: the answer waits, and others overtake it', async () => {
    const { sandbox, response } = await createInto({ kind: 'delay', ms: 300 })
    const order: string[] = []
    const slow = response.then((answer) => order.push(`slow ${answer.status}`))
    await search(sandbox)
    order.push('fast')
    await slow
    expect(order).toEqual(['fast', 'slow 200'])
  })

  it('delay: what nobody waits for any more is done all the same', async () => {
    const sandbox = await running()
    await sandbox.control.addFault({ kind: 'delay', ms: 50, path: writes })
    const url = `${sandbox.sandbox.baseUrl}${writes}?api_key=${sandbox.sandbox.key}&${createQuery(sandbox)}`
    const given = new AbortController()
    const response = fetch(url, { method: 'POST', signal: given.signal }).catch(() => 'given up')
    await expect.poll(() => sandbox.control.requests()).toMatchObject({ 'POST /auto/new/autos': 1 })
    given.abort()
    expect(await response).toBe('given up')
    await expect.poll(() => ledgerOf(sandbox)).toEqual([{ committed: true, answer: '200' }])
  })
})

describe('which requests a fault strikes', () => {
  const statuses = async (sandbox: Running, requests: [method: string, path: string][]) => {
    const seen: number[] = []
    for (const [method, path] of requests) seen.push((await sandbox.fetch(method, path)).status)
    return seen
  }

  it('by method, path and prefix', async () => {
    const sandbox = await running()
    await sandbox.control.addFault({ kind: 'status', status: 503, method: 'GET', path: '/states' })
    await sandbox.control.addFault({ kind: 'status', status: 504, path: '/ria/*' })
    const asked: [string, string][] = [
      ['GET', '/states'],
      ['POST', '/states'],
      ['GET', '/ria/basket/orders/'],
      ['GET', '/ria/basket/status'],
      ['GET', '/auto/search'],
    ]
    expect(await statuses(sandbox, asked)).toEqual([503, 405, 504, 504, 200])
  })

  it('by count, after those that it lets pass', async () => {
    const sandbox = await running()
    await sandbox.control.addFault({ kind: 'status', status: 503, path: '/states', skip: 1, count: 2 })
    expect(await statuses(sandbox, Array(5).fill(['GET', '/states']) as [string, string][])).toEqual([
      200, 503, 503, 200, 200,
    ])
  })

  it('until the faults are cleared', async () => {
    const sandbox = await running()
    await sandbox.control.addFault({ kind: 'status', status: 503 })
    expect(await statuses(sandbox, [['GET', '/states']])).toEqual([503])
    await sandbox.control.clearFaults()
    expect(await statuses(sandbox, [['GET', '/states']])).toEqual([200])
  })
})
