import { existsSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { crashEnds } from '../../../src/main/shell/crash.ts'
import { SelfTest } from '../../../src/main/shell/self-test.ts'
import { eventually } from '../../eventually.ts'

test('an app that crashes in its self-test ends with 1 and says so, instead of showing a box that nobody closes', async () => {
  const selfTest = SelfTest.of(['forecourt', '--self-test'])
  if (!selfTest) throw new Error('no self-test was asked for')
  expect(existsSync(selfTest.folder)).toBe(true)
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  const exit = vi.fn()
  const crash = crashEnds(
    { app: { exit }, dialog: selfTest.box, record: () => undefined, close: () => Promise.resolve() },
    { on: vi.fn() },
  )
  crash(new Error('the data folder is gone'))
  await eventually(() => expect(exit.mock.calls).toEqual([[1]]))
  expect(said.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringMatching(/^Forecourt self-test: failed: .+\n$/),
  ])
})
