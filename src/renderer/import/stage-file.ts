import type { ImportState } from './import-state.svelte.ts'
import type { OpenImports } from './open-imports.svelte.ts'

/** A file that the window made itself. */
export interface StagedFile {
  readonly fileName: string
  /** CSV by the contract's names. */
  readonly text: string
}

/** Brings a file of the window's own straight to its check, in a wizard of its own. Nothing is sent. @returns the wizard */
export async function stageFile(
  imports: OpenImports<ImportState>,
  { fileName, text }: StagedFile,
): Promise<ImportState> {
  const wizard = imports.begin()
  await wizard.take(fileName, new Blob([text], { type: 'text/csv' }))
  if (wizard.fileName === fileName) wizard.go('check')
  return wizard
}
