import { m } from '#shared/i18n/generated/messages.js'
import type { MadeDraft } from '#shared/import/draft.ts'
import type { DraftService } from './draft-service.ts'

const columns = ['auto_id', 'action'] as const

/** Rows that are handed to the worker at once. */
const rowsAtOnce = 5_000

/** Begins a draft that deletes these adverts: its check shows what goes before anything is sent. */
export async function beginDeletes(
  drafts: Pick<DraftService, 'beginValues' | 'add'>,
  ids: Float64Array,
): Promise<MadeDraft> {
  const fileName = m.advert_form_delete_batch({ count: ids.length })
  const draftId = drafts.beginValues(fileName, columns, 'mixed')
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    await drafts.add(
      draftId,
      Array.from(ids.subarray(from, from + rowsAtOnce), (id) => [id, 'delete']),
    )
  return { draftId, fileName, header: [...columns] }
}
