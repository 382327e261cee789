import type { IncomingMessage } from 'node:http'
import type { Answer } from '../http/answers.ts'
import type { PageFacts } from './front-page.ts'

/**
 * Page served in addition to the service, to people and without a key: one that says what this is, and the description
 * of the service. Undefined for any other address. Both are loaded when they are first asked for.
 */
export async function pageFor(
  { method, url = '/', headers }: IncomingMessage,
  facts: PageFacts,
): Promise<Answer | undefined> {
  if (method !== 'GET') return undefined
  const [path] = url.split('?')
  if (path === '/') {
    const { frontPage } = await import('./front-page.ts')
    return {
      status: 200,
      value: null,
      contentType: 'text/html; charset=utf-8',
      ...frontPage(headers['accept-language'], facts),
    }
  }
  if (path === '/openapi.yaml') {
    const { default: raw } = await import('../../../docs/service/openapi.yaml?raw')
    return { status: 200, value: null, contentType: 'application/yaml; charset=utf-8', raw }
  }
  return undefined
}
