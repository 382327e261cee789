import type { z } from 'zod'
import { ServiceError } from './service-error.ts'

/** What could be read of a list, and for each element that could not the error that says where. */
export interface Parsed<Item> {
  readonly items: readonly Item[]
  readonly unreadable: readonly ServiceError[]
}

/** Parses a list element by element, so that one that can't be read doesn't lose the others. */
export function parseEach<Schema extends z.ZodType>(
  elements: readonly unknown[],
  schema: Schema,
): Parsed<z.output<Schema>> {
  const items: z.output<Schema>[] = []
  const unreadable: ServiceError[] = []
  elements.forEach((element, index) => {
    const parsed = schema.safeParse(element)
    if (parsed.success) items.push(parsed.data)
    else unreadable.push(asUnreadable(parsed.error, index))
  })
  return { items, unreadable }
}

const asUnreadable = (error: z.ZodError, index: number): ServiceError =>
  new ServiceError('unreadable', {
    sent: 'maybe',
    answered: true,
    reason: 'shape',
    path: [index, ...(error.issues[0]?.path ?? [])].map(String).join('.'),
  })
