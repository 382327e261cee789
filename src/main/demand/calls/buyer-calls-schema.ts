/**
 * Calls of buyers as last read, in cache.db. Callers are stored apart and sealed, as the buyers of orders are
 * (docs/adr/0015). `caller` is a mark of the number, by which calls of one person are known without opening any. `at`
 * is Kyiv's time in the service's own form.
 */
export const buyerCallsSchema = `
  CREATE TABLE buyer_calls (
    account_id TEXT NOT NULL,
    call_id INTEGER NOT NULL,
    at TEXT NOT NULL,
    status TEXT NOT NULL,
    talk REAL,
    ring REAL,
    make TEXT NOT NULL,
    model TEXT NOT NULL,
    recorded INTEGER NOT NULL CHECK (recorded IN (0, 1)),
    PRIMARY KEY (account_id, call_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE call_phones (
    account_id TEXT NOT NULL,
    call_id INTEGER NOT NULL,
    key_id TEXT NOT NULL,
    caller TEXT,
    sealed BLOB NOT NULL,
    PRIMARY KEY (account_id, call_id, key_id)
  ) STRICT;
  CREATE INDEX call_phones_caller ON call_phones (account_id, key_id, caller);
  CREATE TABLE call_reads (account_id TEXT PRIMARY KEY, to_day TEXT NOT NULL, read_at TEXT NOT NULL) STRICT;
`

/**
 * In staged.db, because no service knows it: which calls the dealer returned, and until when callers were erased
 * (Kyiv's time; one row at most). `answered_calls`: unanswered calls, and when a later one of the same person was
 * answered, in the service's form; they outlive the caller's identity.
 */
export const ownCallsSchema = `
  CREATE TABLE returned_calls (
    account_id TEXT NOT NULL,
    call_id INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (account_id, call_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE erased_callers (until TEXT NOT NULL) STRICT;
  CREATE TABLE answered_calls (
    account_id TEXT NOT NULL,
    call_id INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (account_id, call_id)
  ) STRICT, WITHOUT ROWID;
`
