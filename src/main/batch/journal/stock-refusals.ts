/** Rows whose keys came from an import that is no stock file: there is no plan of a source to look at. */
export const noSource = -1

/** Creates of the key of `keyed`, found by the key: without the pinned index SQLite may look through all creates. */
const otherCreates = (keyed: string, states: string): string => `
  SELECT 1 FROM keyed_rows AS other INDEXED BY keyed_rows_by_key CROSS JOIN rows ON rows.id = other.row
  WHERE other.account_id = ${keyed}.account_id AND other.key = ${keyed}.key AND other.row <> ${keyed}.row
    AND rows.operation = 'create' AND ${states}`

const liveLink = (condition = ''): string => `
  SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.key = keyed.key AND links.state = 'live' ${condition}`

/**
 * Why a row with a key may not be sent, as its code; NULL if it may. Asked before a claim, and by the claim itself.
 * The key is compared as it is, never its fold.
 * - `newer-file`: a file of the source that came later says what is to be done
 * - `key-linked`: a create of a key that has an advert
 * - `key-held`: a create of a key of which another create may have made one
 * - `source-unlooked`: nobody looked at a plan of the source since the journal is as it is
 * - `link-changed`: an edit or delete of an advert that is not the key's any more
 * @param row the row, as `NEW` in a trigger
 */
const refusalCase = (row: string): string => `
  CASE
    WHEN EXISTS (SELECT 1 FROM stock_files AS file
      WHERE file.source = keyed.source AND file.seq > keyed.seq AND file.refused IS NULL) THEN 'newer-file'
    WHEN ${row}.operation <> 'create' THEN iif(EXISTS (${liveLink(`AND links.auto_id = ${row}.auto_id`)}), NULL, 'link-changed')
    WHEN EXISTS (${liveLink()}) THEN 'key-linked'
    WHEN EXISTS (${otherCreates('keyed', `rows.state IN ('sending', 'in-doubt')`)}) THEN 'key-held'
    WHEN keyed.source <> ${noSource} AND NOT coalesce((SELECT looked FROM stock_sources WHERE id = keyed.source), 0) THEN 'source-unlooked'
  END`

/** The same of one row, by its number: nothing is found for a row without a key. */
export const refusalSql = `
  SELECT ${refusalCase('rows')} AS code FROM keyed_rows AS keyed CROSS JOIN rows ON rows.id = keyed.row WHERE keyed.row = ?`

/** Rows of a batch that ended are planned no more; they are left out piece by piece. A copy of a journal is no plan. */
const mayMake = `(rows.state IN ('sending', 'in-doubt') OR rows.state = 'planned'
    AND (SELECT state FROM batches WHERE seq = rows.batch) NOT IN ('cancelled', 'finished'))`

/** The claim of a row that may not be sent any more is refused. */
export const claimRefusal = `
CREATE TRIGGER rows_refused_by_key BEFORE UPDATE OF state ON rows
WHEN NEW.state = 'sending' AND OLD.state <> 'sending' AND (SELECT ${refusalCase('NEW')} FROM keyed_rows AS keyed WHERE keyed.row = NEW.id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the stock has changed since the row was planned'); END;`

/** Writes that must never happen to rows with keys, whatever a plan says. */
export const stockRefusals = `
CREATE TRIGGER keyed_rows_created_once BEFORE INSERT ON keyed_rows
WHEN EXISTS (SELECT 1 FROM rows JOIN batches ON batches.seq = rows.batch WHERE rows.id = NEW.row
    AND rows.operation = 'create' AND rows.state = 'planned' AND batches.state = 'planning')
  AND EXISTS (${otherCreates('NEW', mayMake)})
BEGIN SELECT RAISE(ABORT, 'a key is created once'); END;${claimRefusal}`
