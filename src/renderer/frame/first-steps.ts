import { m } from '#shared/i18n/generated/messages.js'
import type { Batch } from '#shared/batch/row.ts'
import type { ListedAccount } from '../accounts/accounts-state.svelte.ts'
import { activityKinds } from '../batch/activity-kinds.ts'
import type { FirstStep } from '../today/first-step.ts'

interface StepFacts {
  readonly account: ListedAccount | null
  /** True if the stock was ever read. */
  readonly read: boolean
  /** Edits that wait or are being sent. */
  readonly edits: number
  readonly openFiles: number
  readonly batches: readonly Batch[]
}

interface StepWays {
  readonly connect: () => void
  readonly inventory: () => void
  readonly import: () => void
}

/** First steps of a new account, each step done or not by what is known of it. */
export function firstSteps(facts: StepFacts, ways: StepWays): FirstStep[] {
  const { account, batches } = facts
  const { edits, files } = activityKinds
  // Behind a locked keychain there is a key: it was entered before.
  const hasKey = ['stored', 'session-only', 'keychain-locked'].some((state) => state === account?.keyState)
  return [
    {
      id: 'connect',
      label: m.word_connect_your_account(),
      action: m.today_step_connect_do(),
      done: account?.kind === 'service' && hasKey,
      run: ways.connect,
    },
    {
      id: 'read',
      label: m.word_read_your_adverts(),
      action: m.today_step_read_do(),
      done: facts.read,
      run: ways.inventory,
    },
    {
      id: 'edit',
      label: m.today_step_edit(),
      action: m.today_step_edit_do(),
      done: facts.edits > 0 || batches.some((batch) => edits.is(batch) && !files.is(batch)),
      run: ways.inventory,
    },
    {
      id: 'file',
      label: m.today_step_file(),
      action: m.word_choose_a_file(),
      done: facts.openFiles > 0 || batches.some((batch) => files.is(batch)),
      run: ways.import,
    },
  ]
}
