import { z } from 'zod'

/** A column that keeps JSON. Damaged text is an issue like any other, so that a schema can say what then holds. */
export const storedJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'no JSON' })
    return z.NEVER
  }
})

/** A column that keeps an object which was parsed when it came: that it is one with these fields is all that is looked at. */
export const storedObject = <Value extends object>(...fields: readonly (keyof Value & string)[]) =>
  storedJson.pipe(
    z.custom<Value>(
      (value) => typeof value === 'object' && value !== null && fields.every((field) => field in value),
    ),
  )

/** Numbers that SQLite collected: that it is a list is all that is looked at, because a hundred thousand are read at once. */
export const storedNumbers = storedJson.pipe(z.custom<readonly number[]>((value) => Array.isArray(value)))
