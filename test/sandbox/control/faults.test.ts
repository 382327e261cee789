import { describe, expect, it } from 'vitest'
import { running, type Running } from '../running.ts'

it.each([
  [{ kind: 'drop-before', mehtod: 'POST' }, 'mehtod'],
  [{ kind: 'status' }, 'status needs status'],
  [{ kind: 'delay' }, 'delay needs ms'],
  [{ kind: 'short-list' }, 'short-list needs keep'],
])('a fault that would not strike as meant is refused: %o', async (rule, named) => {
  const { sandbox } = await running()
  const response = await fetch(`${sandbox.baseUrl}/_control/faults`, {
    method: 'POST',
    headers: { 'x-control-token': sandbox.controlToken },
    body: JSON.stringify(rule),
  })
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(named)])
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
