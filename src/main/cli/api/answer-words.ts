import { STATUS_CODES } from 'node:http'
import type { Exchanged } from '../../http/exchange.ts'

/** The status line and the headers as they came, with a blank line after them. */
export function answerHead({ status, headers }: Pick<Exchanged, 'status' | 'headers'>): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}`),
  )
  return [`HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd(), ...lines, '', ''].join('\n')
}
