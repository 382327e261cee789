import type { DatabaseSync } from 'node:sqlite'
import { type ColourRule, colourRuleSchema, type SavedRule } from '#shared/inventory/rule-calls.ts'
import { mostRules } from '#shared/inventory/rule-colours.ts'
import { SavedTable } from '../storage/saved-table.ts'
import { storedJson } from '../storage/row-query.ts'
import { inTransaction } from '../storage/transactions.ts'

/** The colour rules of an account, the oldest first. One that can't be read is left out and reported. */
export class RulesTable {
  readonly #db: DatabaseSync
  readonly saved: SavedTable<ColourRule>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.saved = new SavedTable(db, 'colour-rule', storedJson.pipe(colourRuleSchema))
  }

  all(accountId: string): SavedRule[] {
    return this.saved.all(accountId).map(({ id, value }) => ({ id, ...value }))
  }

  /** Replaces the rule of that id, which keeps its place; a new one is added unless there are `mostRules`. */
  save(accountId: string, id: string, rule: ColourRule, savedAt: string): void {
    inTransaction(this.#db, () => {
      const known = this.saved.one(accountId, id)
      if (known || this.saved.all(accountId).length < mostRules)
        this.saved.put(accountId, { id, savedAt, ...known, name: rule.word, value: rule })
    })
  }
}
