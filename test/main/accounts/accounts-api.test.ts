import { expect, test } from 'vitest'
import { readStates } from '../../../src/main/accounts/accounts-api.ts'
import { running } from '../../sandbox/running.ts'
import { apiClient } from '../http/api-client.ts'
import { clientFor, startAnswering } from '../http/local-service.ts'

test('the request line of /states, whatever it answers', async () => {
  const service = await startAnswering([{ name: 'Київська', value: 10 }])
  const key = 'k'.repeat(40)
  await readStates(clientFor(service.baseUrl, {}, { key }))
  expect(service.requests[0]?.line).toBe(`GET /states?api_key=${key}`)
})

test('the sandbox takes its key in the query and by Basic, and no other', async () => {
  const { sandbox } = await running({ adverts: 10 })
  await readStates(apiClient(sandbox))
  await readStates(clientFor(sandbox.baseUrl, {}, { key: sandbox.key, readAuth: 'basic' }))
  const wrong = readStates(clientFor(sandbox.baseUrl, {}, { key: 'x'.repeat(40) }))
  await expect(wrong).rejects.toMatchObject({ code: 'auth', serviceCode: 'API_KEY_INVALID' })
})
