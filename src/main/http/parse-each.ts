import type { z } from 'zod'
import { redactedStart } from '../log/redact.ts'
import { whereItBroke } from './answer.ts'
import { ServiceError } from './service-error.ts'

/** The elements of a list that could be read, and an error for each of the others. */
export interface Parsed<Item> {
  readonly items: readonly Item[]
  readonly unreadable: readonly ServiceError[]
}

/**
 * Parses a list element by element, so that one that can't be read doesn't lose the others. `redact` blacks out what an
 * error shows of the element.
 */
export function parseEach<Schema extends z.ZodType>(
  elements: readonly unknown[],
  schema: Schema,
  redact: (text: string) => string,
): Parsed<z.output<Schema>> {
  const items: z.output<Schema>[] = []
  const unreadable: ServiceError[] = []
  elements.forEach((element, index) => {
    const parsed = schema.safeParse(element)
    if (parsed.success) items.push(parsed.data)
    else unreadable.push(asUnreadable(parsed.error, element, index, redact))
  })
  return { items, unreadable }
}

/** Longest part of an unreadable value that is shown. */
const valueLength = 80

function asUnreadable(
  error: z.ZodError,
  element: unknown,
  index: number,
  redact: (text: string) => string,
): ServiceError {
  const { path, value } = whereItBroke(error, element)
  return new ServiceError('unreadable', {
    sent: 'maybe',
    answered: true,
    reason: 'shape',
    path: [String(index), path].filter(Boolean).join('.'),
    value: redactedStart({ redact }, value, valueLength),
  })
}
