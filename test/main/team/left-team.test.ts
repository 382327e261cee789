import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cars, type Desk, type Desks } from '../../team/desks.ts'
import type { Postgres } from '../../team/postgres.ts'
import { beforeEachTwoDesks } from '../../team/two-desks.ts'

let postgres: Postgres
let desks: Desks
let olena: Desk
let petro: Desk
beforeEachTwoDesks((made) => {
  ;({ postgres, desks, olena, petro } = made)
}, 5)

/** A team is lost with its file, and left by a desk that the team may need no more. */
const losses: Readonly<Record<string, () => unknown>> = {
  left: () => petro.run('team', 'leave', '--force'),
  lost: () => {
    rmSync(join(petro.dataDir, 'team.json'))
  },
}

test.each(Object.keys(losses))(
  'a batch of a team that was %s is not sent until a person says so',
  async (how) => {
    const file = desks.file('new.csv', cars([7_000, 7_001]))
    await postgres.end('immediate')
    const waits = await petro.json('import', file, '--commit')
    await postgres.begin()
    expect((await olena.run('import', file, '--commit')).code).toBe(0)
    await losses[how]?.()

    // Whoever opens the window sees why it waits no more.
    const window = petro.openWindow()
    try {
      window.batches.recovery.recover()
      await window.batches.control.resumeWait(waits.batch)
      const paused = { state: 'paused', pauseReason: 'team', teamRefusal: { reason: 'left' } }
      expect(window.batches.reader.get(waits.batch)).toMatchObject(paused)
    } finally {
      await window.close()
    }
    const asked = await petro.run('resume')
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining(`resume ${waits.batch} --left-team`)])
    expect((await petro.run('resume', '--yes')).code).toBe(2)
    expect(await desks.created()).toEqual(['7000', '7001'])
    // What is planned outside of the team was never its.
    expect((await petro.run('import', desks.file('own.csv', cars([7_100])), '--commit')).code).toBe(0)
    expect((await petro.run('resume', waits.batch, '--left-team')).code).toBe(0)
    expect((await desks.created()).toSorted()).toEqual(['7000', '7000', '7001', '7001', '7100'])
  },
  240_000,
)
