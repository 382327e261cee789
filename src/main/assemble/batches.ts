import type { Context } from '../context/context.ts'
import { isLimited } from '../quota/quota.ts'
import { advertPort, batchQuota, knownAdvertOf } from '../joins/batch-ports.ts'
import { openBatches, type Batches } from '../batch/open-batches.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { checkInThread } from '../storage/database-check.ts'
import { namesOther } from '../joins/named-cars.ts'
import type { NamesTable } from '../names/names-table.ts'
import type { Team } from '../team/team.ts'

export function batchesOf(
  context: Context,
  { inventory, names }: { readonly inventory: InventoryService; readonly names: NamesTable },
  team: Team,
): Batches {
  const { publish } = context
  const { dataDir, program, entries } = context.ground
  const { journal, clock, hub, settings } = context
  return openBatches({
    journal,
    connect: async (accountId) => advertPort(await context.client(accountId)),
    noteWritten: (owner, write, autoId) => hub.emit('advert-written', { owner, write, autoId }),
    quota: batchQuota(context.ledger, (accountId) => team.knownBudget(accountId)),
    readsAfter: () => !isLimited(settings.get().quota),
    cached: (accountId, autoId) => {
      const [facts] = inventory.facts(accountId, [autoId])
      return facts ? knownAdvertOf(facts, inventory.firstReadAt(accountId, autoId)) : null
    },
    namesOther: namesOther(names),
    clock,
    concurrency: { creates: 1, others: 8 },
    guard: 'live',
    onProgress: (batch, rate, secondsLeft) => {
      publish('batch:progress', { batch, rate, secondsLeft })
      hub.emit('batch-changed', batch)
    },
    sharing: (accountId, batchId) => team.sharing(accountId, batchId),
    checkMaySend: (accountId) => team.checkMaySend(accountId),
    pullTeam: (accountId) => team.pull(accountId),
    onReplaced: () => publish('journal:replaced', null),
    backup: {
      check: async (path) => (await checkInThread(entries.checkWorker, path)) === 'sound',
      onOutcome: (error) => context.noteBackup(error),
    },
    dataDir,
    program,
  })
}
