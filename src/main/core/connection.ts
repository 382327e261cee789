/** Everything that a request to the service needs to know of its account. Holds the key: it never leaves main. */
export interface Connection {
  /** Under this id the journal, the cache and the quota ledger keep what belongs to the account. */
  readonly accountId: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly userId: number
  readonly key: string
  /** How reads carry the key; writes always carry it in the query. */
  readonly readAuth: 'query' | 'basic'
}
