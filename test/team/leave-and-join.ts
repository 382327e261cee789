import type { Desk } from './desks.ts'

/** How a desk comes out of its team: by itself, or because the owner removes it. */
export const leavings = ['leaves', 'is removed'] as const
export type Leaving = (typeof leavings)[number]

/** A desk leaves its team, with what it has open, and joins again: all that it sent is known as before. */
export async function leaveAndJoin(owner: Desk, desk: Desk, how: Leaving, address: string): Promise<void> {
  await pauseAll(desk)
  if (how === 'is removed') await demand(owner, 'team', 'remove', desk.name)
  // What is not confirmed, or was sent by a desk that was removed, keeps it in.
  if ((await desk.run('team', 'leave')).code !== 0) await demand(desk, 'team', 'leave', '--force')
  const { code } = await owner.json<{ code: string }>(
    'team',
    'invite',
    '--name',
    desk.name,
    '--server',
    address,
  )
  await demand(desk, 'team', 'join', code)
}

/** Who sends neither joins nor leaves. */
async function pauseAll(desk: Desk): Promise<void> {
  const window = desk.openWindow()
  try {
    window.batches.recovery.recover()
    for (const { id, state } of window.batches.reader.list())
      if (state === 'running' || state === 'waiting') window.batches.control.pause(id)
  } finally {
    await window.close()
  }
}

async function demand(desk: Desk, ...argv: string[]): Promise<void> {
  const { code, err } = await desk.run(...argv)
  if (code !== 0) throw new Error(`${desk.name}: ${argv.join(' ')}: ${err}`)
}
