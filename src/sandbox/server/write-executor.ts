import type { DatabaseSync } from 'node:sqlite'
import type { Ledger } from '../control/ledger.ts'
import type { Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import type { VehicleReads } from '../vehicles/vehicle-reads.ts'
import type { VehicleStore } from '../vehicles/vehicle-store.ts'
import { judgeWrite, type WriteMethod, type WriteOutcome, type WriteRequest } from '../vehicles/writes.ts'
import { inTransaction } from './database.ts'

export const writesPath = '/auto/new/autos'

export const writeMethods: readonly string[] = ['POST', 'PUT', 'DELETE'] satisfies WriteMethod[]

export const isWrite = (call: Call): boolean => call.path === writesPath && writeMethods.includes(call.method)

export interface WriteExecutorParts {
  readonly database: DatabaseSync
  readonly vehicles: VehicleStore
  readonly reads: VehicleReads
  readonly ledger: Ledger
  /** Seconds since the epoch. */
  readonly now: () => number
  readonly rules: () => Pick<WriteRequest, 'moderates' | 'archives'>
}

/** Executes the writes of vehicle adverts and keeps the ledger of them. */
export class WriteExecutor {
  readonly #parts: WriteExecutorParts

  constructor(parts: WriteExecutorParts) {
    this.#parts = parts
  }

  /**
   * Executes the write of the account `userId`, unless `refused` forbids it; `fault` names the fault that strikes after
   * it, for the ledger. The change and its ledger entry are one transaction: neither is there without the other.
   */
  execute(call: Call, userId: number, refused?: Answer, fault?: string): Answer {
    const { database, vehicles, reads } = this.#parts
    const { answer, facts } = refused === undefined ? this.#judge(call, userId) : { answer: refused }
    const before = facts === undefined ? undefined : vehicles.find(facts.id)
    inTransaction(database, () => {
      if (facts !== undefined) vehicles.write(facts)
      this.#record(call, facts?.id, fault === undefined ? String(answer.status) : `${answer.status} ${fault}`)
    })
    if (facts !== undefined) reads.recordWrite(facts.id, before)
    return answer
  }

  /** Records a write that a fault kept from being executed. */
  recordUnexecuted(call: Call, fault: string): void {
    this.#record(call, undefined, fault)
  }

  #judge(call: Call, userId: number): WriteOutcome {
    const { vehicles, now, rules } = this.#parts
    const request = { method: call.method as WriteMethod, params: call.query, userId, now: now() }
    return judgeWrite({ ...request, ...rules() }, vehicles)
  }

  #record(call: Call, autoId: number | undefined, answer: string): void {
    const params = Object.fromEntries([...call.query].filter(([name]) => name !== 'api_key'))
    this.#parts.ledger.append({
      method: call.method,
      params,
      committed: autoId !== undefined,
      autoId: autoId ?? null,
      answer,
    })
  }
}
