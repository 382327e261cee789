import type { BatchListState } from '../batch/batch-list-state.svelte.ts'
import type { StagedState } from '../staged/staged-state.svelte.ts'

/** The window has the focus again: the command line may have sent or dropped something in the same folder. */
export function lookAgain(staged: StagedState, batches: BatchListState): void {
  void staged.loadAgain()
  if (batches.loaded) void batches.load()
}
