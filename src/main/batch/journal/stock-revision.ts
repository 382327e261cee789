const count = (accountId: string): string => `
  INSERT INTO stock_revision VALUES (${accountId}, 1) ON CONFLICT DO UPDATE SET n = n + 1;`

const counted = (name: string, event: string, accountId: string, condition = ''): string => `
CREATE TRIGGER stock_counts_${name} AFTER ${event} ${condition && `WHEN ${condition}`} BEGIN ${count(accountId)} END;`

const answers = ['apart', 'outside', 'renewed'].flatMap((table) => [
  counted(`${table}_in`, `INSERT ON ${table}`, 'NEW.account_id'),
  counted(`${table}_out`, `DELETE ON ${table}`, 'OLD.account_id'),
])

const ofSource = '(SELECT account_id FROM stock_sources WHERE id = NEW.source)'

/**
 * Number of each account that rises with every change its stock plan depends on: a plan is sent only at the number that
 * it was made from. What was given and shown counts with the results of rows, and with the files.
 */
export const stockRevision = [
  `
CREATE TABLE stock_revision (
  account_id TEXT PRIMARY KEY,
  n INTEGER NOT NULL
) STRICT, WITHOUT ROWID;`,
  counted('links_in', 'INSERT ON links', 'NEW.account_id'),
  counted('links_changed', 'UPDATE ON links', 'NEW.account_id'),
  ...answers,
  counted('files', 'INSERT ON stock_files', ofSource, 'NEW.taken_at IS NOT NULL'),
  counted('files_taken', 'UPDATE OF taken_at ON stock_files', ofSource),
  counted('pins', 'UPDATE OF pinned ON link_fields', 'NEW.account_id', 'NEW.pinned <> OLD.pinned'),
  counted('pins_in', 'INSERT ON link_fields', 'NEW.account_id', 'NEW.pinned'),
  counted(
    'rows',
    'UPDATE OF state ON rows',
    '(SELECT account_id FROM keyed_rows WHERE row = NEW.id)',
    'NEW.state <> OLD.state AND EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id)',
  ),
].join('')
