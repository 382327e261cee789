import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { cars } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { spread } from '../../whole.ts'
import { batchClient } from '../../renderer/batch/batch-client.ts'

beforeEachTwoDesks(5)

/** A team is lost with its file, left by a desk that the team may need no more, and replaced by one on another database. */
const losses: Readonly<Record<string, () => unknown>> = {
  left: () => petro.run('team', 'leave', '--force'),
  lost: () => {
    rmSync(join(petro.dataDir, 'team.json'))
  },
  replaced: async () => {
    // Who sends, or waits to, joins no team.
    await inWindow((window) => {
      window.batches.recovery.recover()
      for (const { id } of window.batches.reader.list()) window.batches.control.pause(id)
    })
    await petro.run('team', 'leave', '--force')
    postgres.sql('CREATE DATABASE another')
    petro.env.FORECOURT_TEAM_PASSWORD = postgres.password
    const address = postgres.address.replace(/postgres$/, 'another')
    const begun = await petro.run('team', 'init', '--server', address, '--ca', postgres.ca, '--name', 'Petro')
    expect(begun.err).toContain('The team exists')
  },
}

async function inWindow(work: (window: Forecourt) => unknown): Promise<void> {
  const window = petro.openWindow()
  try {
    await work(window)
    await window.batches.control.idle()
  } finally {
    await window.close()
  }
}

test.each(spread(Object.keys(losses), 1))(
  'a batch of a team that was %s is not sent until a person says so',
  async (how) => {
    const file = desks.file('new.csv', cars([7_000, 7_001]))
    await postgres.end('immediate')
    const waits = await petro.json('import', file, '--commit')
    await postgres.begin()
    expect((await olena.run('import', file, '--commit')).code).toBe(0)
    await losses[how]?.()

    // Whoever opens the window sees why it waits no more.
    await inWindow(async ({ batches: { recovery, control, reader } }) => {
      recovery.recover()
      if (how === 'replaced') await expect(control.send(waits.batch)).rejects.toThrow('team')
      else await control.resumeWait(waits.batch)
      await control.idle()
      const paused = { state: 'paused', pauseReason: 'team', teamRefusal: { reason: 'left' } }
      expect(reader.get(waits.batch)).toMatchObject(paused)
    })
    const asked = await petro.run('resume')
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining(`resume ${waits.batch} --left-team`)])
    expect((await petro.run('resume', '--yes')).code).toBe(2)
    expect(await desks.created()).toEqual(['7000', '7001'])
    // What is planned outside of the team was never its.
    expect((await petro.run('import', desks.file('own.csv', cars([7_100])), '--commit')).code).toBe(0)
    // As the button of the batch does.
    if (how === 'replaced')
      await inWindow((window) => batchClient(window)('batch:send', { batchId: waits.batch, leftTeam: true }))
    else expect((await petro.run('resume', waits.batch, '--left-team')).code).toBe(0)
    expect((await desks.created()).toSorted()).toEqual(['7000', '7000', '7001', '7001', '7100'])
  },
  240_000,
)
