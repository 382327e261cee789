import { parentPort } from 'node:worker_threads'
import { Fault } from '#shared/bridge/failure.ts'
import type { Compare, CompareAnswer } from '../check/comparing.ts'
import { DraftDesk, type DraftPlace } from './draft-desk.ts'
import type { FromWorker, ToWorker, WorkerCall, WorkerCalls } from './worker-protocol.ts'

/** The thread that reads, checks and stages CSV files, so that the main thread and the window never wait for it. */
const port = parentPort
if (!port) throw new Error('import-worker runs in a worker thread')
const post = (message: FromWorker): void => port.postMessage(message)

const desks = new Map<string, DraftDesk>()
const cancelled = new Set<number>()
const questions = new Map<number, (answer: CompareAnswer | null) => void>()
let lastQuestion = 0
let openCalls = 0
let ending = false

function deskAt(place: DraftPlace): DraftDesk {
  const desk = desks.get(place.draftId) ?? new DraftDesk(place)
  desks.set(place.draftId, desk)
  return desk
}

function deskOf(draftId: string): DraftDesk {
  const desk = desks.get(draftId)
  if (!desk) throw new Fault('draft-unknown', { draftId })
  return desk
}

/** Asks main about a piece of rows, for the call with that id. */
const compareFor =
  (id: number): Compare =>
  async (ask) => {
    lastQuestion += 1
    const question = lastQuestion
    post({ kind: 'compare', id, question, ask })
    const answer = await new Promise<CompareAnswer | null>((resolve) => questions.set(question, resolve))
    if (!answer) throw new Fault('cancelled')
    return answer
  }

type Answers = {
  [Call in WorkerCall]: (
    ask: WorkerCalls[Call]['ask'],
    id: number,
  ) => WorkerCalls[Call]['answer'] | Promise<WorkerCalls[Call]['answer']>
}

const answers: Answers = {
  inspect: ({ place, shape }) => deskAt(place).inspect(shape),
  check: ({ place, check, compares }, id) =>
    deskAt(place).check(check, {
      compare: compares ? compareFor(id) : null,
      isCancelled: () => ending || cancelled.has(id),
      onProgress: (bytes, totalBytes, rows) => post({ kind: 'progress', id, bytes, totalBytes, rows }),
    }),
  summary: ({ draftId }) => deskOf(draftId).summary(),
  rows: ({ draftId, filter, offset, limit }) => deskOf(draftId).window(filter, offset, limit),
  mend: ({ draftId, line, column, value, compares }, id) =>
    deskOf(draftId).mend(line, column, value, compares ? compareFor(id) : null),
  leaveOut: ({ draftId, lines, leftOut }) => {
    deskOf(draftId).leaveOut(lines, leftOut)
    return null
  },
  close: ({ draftId }) => {
    desks.get(draftId)?.close()
    desks.delete(draftId)
    return null
  },
}

async function answer<Call extends WorkerCall>(
  id: number,
  call: Call,
  ask: WorkerCalls[Call]['ask'],
): Promise<void> {
  openCalls += 1
  try {
    post({ kind: 'answer', id, answer: await answers[call](ask, id) })
  } catch (error) {
    if (error instanceof Fault) post({ kind: 'fault', id, code: error.code, details: error.details })
    else post({ kind: 'error', id, error })
  } finally {
    cancelled.delete(id)
    openCalls -= 1
    if (ending) endWhenIdle()
  }
}

/** Databases are closed before the thread ends: SQLite that is torn down in mid-use takes the whole process along. */
function endWhenIdle(): void {
  if (openCalls > 0) return
  for (const desk of desks.values()) desk.close()
  port?.close()
}

port.on('message', (message: ToWorker) => {
  if (message.kind === 'call') void answer(message.id, message.call, message.ask)
  else if (message.kind === 'cancel') cancelled.add(message.id)
  else if (message.kind === 'end') {
    ending = true
    for (const resolve of questions.values()) resolve(null)
    endWhenIdle()
  } else {
    questions.get(message.question)?.(message.answer)
    questions.delete(message.question)
  }
})
