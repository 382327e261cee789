import type { ServerResponse } from 'node:http'

/** Answer to a browser that asks first: every method of the service, and the headers that its callers send. */
export const preflight = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'accept, authorization, content-type, x-control-token',
  'access-control-max-age': '600',
}

/** Lets pages of any site read the answer: the key is part of the request, never something that a browser adds. */
export function allowReading(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', 'retry-after, allow')
}
