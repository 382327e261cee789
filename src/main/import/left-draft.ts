import { z } from 'zod'

const leftDraftSchema = z.object({
  place: z.object({
    draftId: z.string(),
    path: z.string(),
    fileName: z.string(),
    changedAt: z.number().nullable().default(null),
  }),
  accountId: z.string(),
  /** The window's own words for how far the person came. */
  memo: z.string(),
})

/** A file that was left in the middle. */
export type LeftDraft = z.infer<typeof leftDraftSchema>

export const leftDraftText = (left: LeftDraft): string => JSON.stringify(left)

/** @returns null for what an app of another version or a bad disk left */
export function readLeftDraft(text: string): LeftDraft | null {
  try {
    return leftDraftSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
