import { basename } from 'node:path'
import type { Opened } from '#shared/settings/app-calls.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import type { Handed } from '../files/handed-over.ts'
import type { DraftService } from '../import/draft-service.ts'
import { asFileFault, withSource } from '../import/csv/source-file.ts'
import { copyToDraft } from './copy-to-draft.ts'

/** Makes a draft of each file that the window is to open. One that can't be read is answered with the reason, in its place. */
export async function openHanded(
  drafts: Pick<DraftService, 'begin' | 'append' | 'drop'>,
  handed: readonly Handed[],
): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const each of handed) opened.push(each.kind === 'link' ? each : await openFile(drafts, each.path))
  return opened
}

async function openFile(
  drafts: Pick<DraftService, 'begin' | 'append' | 'drop'>,
  path: string,
): Promise<Opened> {
  const name = basename(path)
  try {
    const changedAt = withSource(path, name, (source) => source.changedAt)
    return { kind: 'file', fileName: name, draftId: await copyToDraft(drafts, { path, name, changedAt }) }
  } catch (error) {
    return { kind: 'failed', failure: failureWords(asFileFault(error, name)) }
  }
}
