interface Mutation {
  readonly file: string
  readonly from: string | RegExp
  readonly to: string
}

/** Wrong engines: the source with one change. The checker has to catch each of them. */
export const mutants = {
  'plans rows in flight again at startup': {
    file: 'journal/rows-table.ts',
    from: `SET state = 'in-doubt', doubt = 1, error_code = 'crashed'`,
    to: `SET state = 'planned', error_code = NULL`,
  },
  'claims after sending': {
    file: 'sending/row-sender.ts',
    from: /const claim = this\.#claimed\(permits, row, write, looking\)\n(.*\n)\s*const outcome = isLate\(\) \? tooLate : await this\.#write\(claim, sending\)\n/,
    to: 'const outcome = await this.#write({ row, sent: write, attempt: 0 }, sending)\nconst claim = this.#claimed(permits, row, write, looking)\n$1',
  },
  'sends again on a reset': {
    file: 'sending/row-sender.ts',
    from: /\{\s*return outcomeOfError\(error\)\s*\}/,
    to: '{ return outcomeOfReply(sent, await this.#parts.port.write(sent, signal)) }',
  },
  'calls a doubt a failure': {
    file: 'journal/outcome.ts',
    from: `{ kind: 'in-doubt', error: kept, halt }`,
    to: `{ kind: 'failed', error: kept }`,
  },
  'trusts a journal that went back in time': {
    file: 'sending/recovery.ts',
    from: `(status.kind === 'same' ? 0 : journal.doubt(status))`,
    to: '0',
  },
  'raises no mark before sending': {
    file: 'journal/claims.ts',
    from: 'journal.mark.write(made.claims, row.batch)',
    to: 'void 0',
  },
  'forgets a doubt when cancelled': {
    file: 'journal/rows-table.ts',
    from: `state = iif(doubt, 'in-doubt', 'skipped'), error_code = iif(doubt, 'cancelled', NULL)`,
    to: `state = 'skipped', doubt = 0`,
  },
  'lets an older batch win': {
    file: 'sending/row-guard.ts',
    from: 'const newer = this.#writes.newer(accountId, autoId, row.id)',
    to: 'const newer = null',
  },
  'takes a proxy’s page for a refusal': {
    file: 'journal/outcome.ts',
    from: 'halt !== null && isRefusedForNow(error)',
    to: 'halt !== null',
  },
  'believes every id': {
    file: 'sending/row-sender.ts',
    from: 'return known ?',
    to: 'return row.id === 0 ?',
  },
  'binds what existed before': {
    file: 'settle/match-creates.ts',
    from: 'latest < sentAt',
    to: 'false',
  },
} as const satisfies Record<string, Mutation>

export type MutantName = keyof typeof mutants

/** Engines that put settled prices back, or keep them from the cache: settled-prices.ts has the worlds for them. */
export const pricedMutants = {
  'fills in the price that was cached': {
    file: 'sending/row-guard.ts',
    from: 'keptPrice(live, write.payload.currency_id, { last, fresh }) ?? Number(before.price)',
    to: 'Number(before.price)',
  },
  'forgets at the start what the cache did not take': {
    file: 'sending/recovery.ts',
    from: 'this.#doneWrites.replay()',
    to: 'void 0',
  },
  'tells the cache of answers alone': {
    file: 'settle/settle-change.ts',
    from: 'context.doneWrites.tell(id)',
    to: 'context.journal.tables.uncached.remove([id])',
  },
} as const satisfies Record<string, Mutation>

export type PricedMutantName = keyof typeof pricedMutants
