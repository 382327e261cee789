import { createReadStream } from 'node:fs'
import type { DraftService } from '../import/draft-service.ts'

/** Bytes that go to the draft at once. */
const highWaterMark = 1_048_576

interface CopiedFile {
  readonly path: string
  readonly name: string
  /** Time when it was written, ms since 1970; null if that is not known. */
  readonly changedAt: number | null
}

/**
 * Begins a draft with a copy of a file, which may change or go meanwhile. If it can't be read whole there is no draft.
 * @returns the draft's id
 */
export async function copyToDraft(
  drafts: Pick<DraftService, 'begin' | 'append' | 'drop'>,
  { path, name, changedAt }: CopiedFile,
): Promise<string> {
  const draftId = drafts.begin(name, changedAt)
  try {
    for await (const bytes of createReadStream(path, { highWaterMark }))
      await drafts.append(draftId, bytes as Buffer)
    return draftId
  } catch (error) {
    await drafts.drop(draftId)
    throw error
  }
}
