import { expect, it } from 'vitest'
import { practiceErrorNames, practiceErrors } from '../../../src/sandbox/control/practice-errors.ts'
import { problemsOf, refusalPointer } from '../service-description.ts'
import { running } from '../running.ts'
import { createQuery } from '../vehicles/adverts.ts'

it.each(practiceErrorNames)('%s is answered in its form, and nothing is executed', async (error) => {
  const sandbox = await running({ adverts: 10 })
  await sandbox.control.addFault({ kind: 'error', error, path: '/auto/new/autos' })
  const response = await sandbox.fetch('POST', '/auto/new/autos', createQuery(sandbox))
  const body: unknown = await response.json()
  expect([response.status, body]).toEqual([practiceErrors[error].status, practiceErrors[error].value])
  expect(problemsOf(refusalPointer, body, 'practice')).toEqual([])
  expect(await sandbox.control.ledger()).toMatchObject([{ committed: false, answer: error }])
})

it('are what practice.md names: texts and statuses of the hour, the package, the upstream and the path', () => {
  const of = (error: keyof typeof practiceErrors) => practiceErrors[error]
  expect(of('hourly-limit')).toMatchObject({ status: 429, value: { error: expect.any(String) as string } })
  expect(of('package-403')).toMatchObject({ status: 403, value: { error: expect.any(String) as string } })
  expect(of('package-200')).toMatchObject({ status: 200, value: of('package-403').value })
  expect(JSON.stringify(of('upstream-dropped'))).toMatch(/"status":404.*HTTPoison.*:closed/)
  expect(of('resource-not-found')).toMatchObject({ status: 404, value: { code: 'ResourceNotFound' } })
  for (const code of ['MISSING', 'INVALID', 'DISABLED', 'UNAUTHORIZED', 'UNVERIFIED'] as const)
    expect(of(`API_KEY_${code}`)).toMatchObject({
      status: 403,
      value: { error: { code: `API_KEY_${code}` } },
    })
  expect(of('HTTPS_REQUIRED').status).toBe(400)
})

it('strikes after the commit if asked, with Retry-After', async () => {
  const sandbox = await running({ adverts: 10 })
  await sandbox.control.addFault({
    kind: 'error',
    error: 'upstream-dropped',
    afterCommit: true,
    retryAfter: 5,
  })
  const response = await sandbox.fetch('POST', '/auto/new/autos', createQuery(sandbox))
  expect([response.status, response.headers.get('retry-after')]).toEqual([404, '5'])
  expect(await sandbox.control.ledger()).toMatchObject([{ committed: true, answer: '200 error' }])
})

it('needs the name of the error', async () => {
  const { control } = await running({ adverts: 10 })
  await expect(control.addFault({ kind: 'error' })).rejects.toThrow('error needs error')
})
