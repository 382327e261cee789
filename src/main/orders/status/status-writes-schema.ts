/**
 * In staged.db: statuses of orders that were sent to the service, each noted before its first byte leaves. At most one of an
 * order is unsettled: `sending`, or `in-doubt` if nobody knows what became of it; `left` by a person who looked at it.
 * `status_answers`: whether the account's service has taken a status (docs/service/orders.md, "Changing a status").
 */
export const statusWritesSchema = `
  CREATE TABLE status_writes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL,
    order_id INTEGER NOT NULL,
    before INTEGER,
    after INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sending', 'done', 'failed', 'in-doubt', 'left')),
    begun_at TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX status_writes_unsettled ON status_writes (account_id, order_id)
    WHERE state IN ('sending', 'in-doubt');
  CREATE TABLE status_answers (
    account_id TEXT PRIMARY KEY,
    base_url TEXT NOT NULL,
    taken INTEGER NOT NULL CHECK (taken IN (0, 1)),
    at TEXT NOT NULL
  ) STRICT;
`
