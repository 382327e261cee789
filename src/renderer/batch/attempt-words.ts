import type { Attempt } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'

/** Words for one moment of a row: a sending, a look for it at the service, or a person's answer. */
export function attemptWords(attempt: Attempt): string {
  if (attempt.kind === 'look') return lookWords(attempt)
  if (attempt.kind === 'person') return answerWords(attempt)
  if (attempt.status !== null) return m.batch_view_attempt_status({ status: attempt.status })
  return attempt.endedAt ? m.batch_view_attempt_no_answer() : m.batch_view_attempt_running()
}

/** A look keeps the id that it found, or the verdict over an edit or delete. */
function lookWords({ answer, errorCode }: Attempt): string {
  if (errorCode === 'not-shown') return m.batch_view_attempt_not_shown()
  if (errorCode === 'owner-not-shown') return m.batch_view_attempt_owner_not_shown()
  const { autoId, verdict, tries } = fieldsOf(answer)
  if (typeof tries === 'number') return m.batch_view_attempt_unread()
  if (typeof autoId === 'number') return m.batch_view_attempt_found({ id: autoId })
  const verdicts: Readonly<Record<string, () => string>> = {
    done: m.batch_view_attempt_arrived,
    again: m.batch_view_attempt_not_arrived,
    conflict: m.batch_view_attempt_changed,
  }
  return (verdicts[String(verdict)] ?? m.batch_view_attempt_not_found)()
}

function answerWords({ answer }: Attempt): string {
  const { kind, autoId } = fieldsOf(answer)
  const answers: Readonly<Record<string, () => string>> = {
    'send-again': m.batch_view_in_doubt_again,
    'never-made': m.batch_view_in_doubt_never,
    overwrite: m.batch_view_conflict_overwrite,
    keep: m.batch_view_conflict_keep,
  }
  const said =
    kind === 'bind'
      ? m.batch_view_attempt_bound({ id: String(autoId) })
      : (answers[String(kind)]?.() ?? String(kind))
  return m.batch_view_attempt_person({ answer: said })
}

/** Looks and answers are kept as JSON; what is none has no fields. */
function fieldsOf(answer: string | null): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(answer ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
