import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { running } from '../running.ts'
import { ownAdverts } from '../vehicles/adverts.ts'

it('says at / what it is, in the language of the browser, without a secret', async () => {
  const { sandbox } = await running({ profile: 'live', liveWorld: {} })
  const page = async (languages: string) => {
    const response = await fetch(`${sandbox.baseUrl}/`, { headers: { 'accept-language': languages } })
    expect(response.headers.get('content-type')).toContain('text/html')
    return response.text()
  }
  const english = await page('de, en')
  const ukrainian = await page('uk-UA, en')
  expect(english).toContain('as the real service is seen to answer')
  expect(english).toContain('Things happen in it by themselves')
  expect(english).toContain(`curl "${sandbox.baseUrl}/auto/search`)
  expect(ukrainian).toContain('<html lang="uk">')
  expect(english + ukrainian).not.toContain(sandbox.key)
  expect(english + ukrainian).not.toContain(sandbox.controlToken)
})

it('serves its description, and one of its control address that has every route', async () => {
  const { sandbox } = await running()
  const described = await fetch(`${sandbox.baseUrl}/openapi.yaml`)
  expect(await described.text()).toBe(await readFile('docs/service/openapi.yaml', 'utf8'))
  const source = await (await fetch(`${sandbox.baseUrl}/_control/openapi.json`)).text()
  expect(await new Validator().validate(JSON.parse(source) as Record<string, unknown>)).toEqual({
    valid: true,
  })
  for (const part of [
    '/_control/faults',
    '/_control/adverts/{id}',
    '/_control/reset',
    'never-answer',
    'advance',
  ])
    expect(source).toContain(part)
  const page = await readFile('docs/engineering/sandbox.md', 'utf8')
  const { paths } = JSON.parse(source) as { paths: Record<string, Record<string, unknown>> }
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) expect(page).toContain(`\`${method.toUpperCase()} ${path}\``)
})

it('lets pages of any site read its answers, if that is asked for', async () => {
  const open = await running({ cors: true })
  const closed = await running()
  const preflight = await fetch(`${open.sandbox.baseUrl}/auto/new/autos`, { method: 'OPTIONS' })
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'GET, POST, PUT, DELETE',
  ])
  for (const path of ['/states', '/nowhere', '/_control/clock']) {
    const answer = await open.fetch('GET', path)
    expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*'])
    expect((await closed.fetch('GET', path)).headers.get('access-control-allow-origin')).toBeNull()
  }
})

it('gives the addresses of photos under the name that it is called by', async () => {
  const sandbox = await running({ profile: 'live' })
  const { port } = new URL(sandbox.sandbox.baseUrl)
  for (const id of (await ownAdverts(sandbox)).active.slice(0, 3)) {
    const query = `auto_id=${id}&api_key=${sandbox.sandbox.key}`
    const text = await (await fetch(`http://localhost:${port}/auto/info?${query}`)).text()
    expect(text).toContain(`http://localhost:${port}/cdn/`)
    expect(text).not.toContain(sandbox.sandbox.baseUrl)
  }
})
