import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { dieSending } from '../../crash/dying.ts'
import {
  choices,
  copyOf,
  creates,
  isHeld,
  madeTwice,
  ruinAndReplace,
  ruins,
} from '../../crash/replaced-world.ts'
import { openDealership, source } from './dealership.ts'
import { spread } from '../../whole.ts'

const ends = [
  { end: 'sent', hasBackups: true },
  { end: 'killed', hasBackups: true },
  { end: 'killed', hasBackups: false },
] as const

/** Each choice after each ruin, and the ends in turn. */
const matrix = choices.flatMap((choice, first) =>
  ruins.map((ruin, at) => ({ choice, ruin, ...(ends[(first + at) % ends.length] ?? ends[0]) })),
)

test.each(spread(matrix, 2))(
  'nothing is made twice when a batch that was $end is imported again after $choice, its journal $ruin, backups: $hasBackups',
  async ({ end, ...ruining }) => {
    const shop = await openDealership({ adverts: 5, parts: { guard: 'cached' } })
    onTestFinished(() => shop.close())
    const rows = creates(4)
    const { id } = await shop.batches.planner.plan(source(shop.userId), rows)
    await shop.batches.close()
    const older = copyOf(shop.dataDir)
    onTestFinished(() => rmSync(older, { recursive: true, force: true }))
    if (end === 'killed') expect(await dieSending(shop, id, 'after-headers', 3)).toBe(true)
    else {
      const { control } = await shop.restart()
      await control.send(id)
      await control.idle()
      await shop.batches.close()
    }
    expect(ruinAndReplace(shop.dataDir, older, ruining)).toBe(true)
    if (!(await isHeld(shop.dataDir, shop.userId, rows))) {
      const { recovery, control, reader } = await shop.restart()
      recovery.recover()
      for (const batch of reader.list()) await control.send(batch.id)
      await control.idle()
    }
    const made = (await shop.control.ledger()).flatMap(({ method, committed, params }) =>
      method === 'POST' && committed ? [String(params.price)] : [],
    )
    expect(made.length).toBeGreaterThanOrEqual(end === 'sent' ? 4 : 3)
    expect(madeTwice(made)).toEqual([])
  },
)
