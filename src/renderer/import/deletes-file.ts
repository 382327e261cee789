import { m } from '#shared/i18n/generated/messages.js'
import type { StagedFile } from './stage-file.ts'

/** Deletes of these adverts as a file for the check of an import. */
export const deletesFile = (ids: Float64Array): StagedFile => ({
  fileName: m.advert_form_delete_file({ count: ids.length }),
  text: `auto_id,action\r\n${Array.from(ids, (id) => `${id},delete\r\n`).join('')}`,
})
