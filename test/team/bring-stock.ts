import { confirmationCodes } from '#shared/import/draft.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { StockChoice } from '#shared/stock/stock-check.ts'
import type { Forecourt } from '../../src/main/assemble.ts'
import { checkStock, noteLooked, planStock } from '../../src/main/stock/plan-stock.ts'

const choice: StockChoice = {
  source: 'stock',
  key: 'No',
  filter: null,
  quantity: null,
  link: 'none',
  missing: 'not-in-stock',
  missingNow: null,
  byHand: 'keep',
  sameTrim: 'ask',
  maxMissing: null,
  maxNew: null,
  rows: null,
}

/**
 * Plans a stock file at a desk as a person does: looks at the plan and takes it.
 * @returns whether the file is done with, because it was taken or is older than the last one
 */
export async function bringStock({ drafts, stock }: Forecourt, path: string): Promise<boolean> {
  const draftId = drafts.openPath(path)
  try {
    await drafts.inspect(draftId, {})
    await checkStock(stock, draftId, { shape: {}, mapping: null, stock: choice })
    await noteLooked(stock, choice)
    await planStock(stock, draftId, choice, { confirmed: confirmationCodes, olderOf: null })
    return true
  } catch (error) {
    // Without the server, or the service, it is tried again.
    if (error instanceof Fault) return error.code === 'stock-older'
    throw error
  } finally {
    await drafts.drop(draftId)
  }
}
