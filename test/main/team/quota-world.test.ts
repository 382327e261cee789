import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { Desks, makeTeam, type Desk } from '../../team/desks.ts'
import { Postgres } from '../../team/postgres.ts'
import { wholeTest } from '../../whole.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await Postgres.start()
}, 180_000)
afterAll(() => postgres.remove())

/** A minute of the team's quota in ms: its hour is 60 of them, all by the rules of the whole one. */
const minuteMs = 250
const hourMs = 60 * minuteMs
const perHour = 100

/** The way to the service, which notes when each call arrives. */
async function counted(target: string, arrivals: number[]): Promise<{ server: Server; url: string }> {
  const to = new URL(target)
  const server = createServer((asked, answer) => {
    arrivals.push(performance.now())
    const { method, headers, url } = asked
    const path = `${to.pathname.replace(/\/$/, '')}${url}`
    const passed = request({ host: to.hostname, port: to.port, method, headers, path }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers)
      got.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The same world for the same seed. */
const random = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

interface World {
  readonly windows: Forecourt[]
  ends: number
  readonly failures: Map<string, number>
  slowest: number
}

/** One desk: calls at random, alone and several at once; now and then it is killed with what it holds, and starts again. */
async function live(desk: Desk, world: World, next: () => number): Promise<void> {
  const start = (): Forecourt => {
    const window = desk.openWindow()
    world.windows.push(window)
    return window
  }
  const call = async (window: Forecourt): Promise<void> => {
    const service = await window.service()
    const begun = performance.now()
    try {
      await service.look('/states', [])
    } catch (error) {
      const { code, details } = error as { code: string; details: { reason?: string } }
      const name = code === 'team' ? `${code}/${details.reason}` : code
      world.failures.set(name, (world.failures.get(name) ?? 0) + 1)
    }
    world.slowest = Math.max(world.slowest, performance.now() - begun)
  }
  let window = start()
  while (performance.now() < world.ends) {
    const together = next() < 0.2 ? 8 : 1
    await Promise.all(Array.from({ length: together }, () => call(window)))
    await pause(next() * 60)
    // Never heard of again.
    if (next() < 0.01) window = start()
  }
}

wholeTest(
  'three desks that call at random stay within one limit in every hour',
  async () => {
    const arrivals: number[] = []
    const desks = await Desks.open()
    const { server, url } = await counted(desks.url, arrivals)
    const names = ['Olena', 'Petro', 'Ihor']
    const all = names.map((name) => desks.desk(name, { FORECOURT_BASE_URL: url }))
    const world: World = { windows: [], ends: Infinity, failures: new Map(), slowest: 0 }
    onTestFinished(async () => {
      await Promise.all(world.windows.map((window) => window.close()))
      server.closeAllConnections()
      server.close()
      await desks.close()
    })
    await makeTeam(postgres, all)
    expect((await all[0]?.run('team', 'settings', '--per-hour', String(perHour)))?.code).toBe(0)
    postgres.sql(`UPDATE forecourt.team SET minute_ms = ${minuteMs}`)
    const clock = vi.spyOn(Date, 'now')
    onTestFinished(() => clock.mockRestore())
    const real = performance.timeOrigin
    world.ends = performance.now() + 2.3 * hourMs
    const desksRun = all.map((desk, at) => live(desk, world, random(at + 7)))
    for (const shift of [86_400_000, -86_400_000, 0]) {
      await pause(hourMs / 4)
      clock.mockImplementation(() => Math.round(real + performance.now()) + shift)
    }
    await pause(hourMs / 4)
    await postgres.end('immediate')
    const away = arrivals.length
    await pause(hourMs / 10)
    // One read of each desk is kept for this, and what was counted arrives.
    expect(arrivals.length - away).toBeLessThanOrEqual(names.length * 9)
    await postgres.begin()
    await Promise.all(desksRun)

    // A call reaches the service at the latest when it ends: by so much it may come later than it was counted.
    const span = hourMs - world.slowest
    const most = arrivals.reduce((found, from) => {
      const within = arrivals.filter((at) => at >= from && at < from + span).length
      return Math.max(found, within)
    }, 0)
    expect(most).toBeLessThanOrEqual(perHour)
    // The orders' tenth is not used here.
    expect(most).toBeGreaterThan(perHour / 4)
    expect(arrivals.length).toBeGreaterThan(perHour)
    expect([...world.failures.keys()].sort()).toEqual(['quota', 'team/offline'])
  },
  240_000,
)
