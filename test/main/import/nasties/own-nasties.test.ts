import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { emptyAccount, openDrafts } from '../drafts.ts'

const fixtures = fileURLToPath(new URL('../../../fixtures/nasties', import.meta.url))
const { folder, service } = openDrafts()

/** What becomes of every line of a file: `line: ok 39000001 12500 1`, the codes of its errors, or why it is no row. */
async function told(name: string): Promise<string[]> {
  const draftId = service.openPath(join(fixtures, name))
  const check = await service.check(draftId, { shape: {}, mapping: null, operation: null }, emptyAccount)
  const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 100)
  const outside = check.outside.map(({ reason, lines }) => `${reason}: ${lines.join(', ')}`)
  if (!check.file) throw new Error('a file without facts')
  const { encoding, delimiter, decimalMark } = check.file
  return [
    `${encoding} ${JSON.stringify(delimiter)} ${decimalMark}`,
    ...outside,
    ...(check.blank > 0 ? [`blank: ${check.blank}`] : []),
    ...(check.endMark ? ['end mark'] : []),
    ...rows.map(({ line, valid, payload, problems }) => {
      const errors = problems.filter(({ severity }) => severity === 'error')
      const values = valid ? Object.values(payload).join(' | ') : errors.map(({ code }) => code).join(' ')
      return `${line}: ${valid ? 'ok' : 'no'} ${values}`
    }),
  ]
}

const expected = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(join(fixtures, 'expected.json'), 'utf8')))

it('has an outcome for every file of the folder', () => {
  const files = readdirSync(fixtures).filter((name) => name !== 'expected.json')
  expect(files.toSorted()).toEqual(Object.keys(expected).toSorted())
})

it.each(Object.keys(expected))('%s: every line is a row, a problem or told as none', async (name) => {
  expect(await told(name)).toEqual(expected[name])
})

it('a file of the folder that is cut at any byte never crashes', async () => {
  for (const name of Object.keys(expected)) {
    const whole = readFileSync(join(fixtures, name))
    for (let length = 1; length < whole.length; length += 41) {
      const draftId = service.openPath(folder.write('cut.csv', whole.subarray(0, length)))
      const looked = await service.inspect(draftId, {}).catch((error: unknown) => error)
      if (looked instanceof Error) expect(looked).toBeInstanceOf(Fault)
      await service.drop(draftId)
    }
  }
})
