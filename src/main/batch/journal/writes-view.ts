/**
 * What was written to adverts, or may have been, or waits to be: the rows of this journal, and what the team's log has of other
 * desks. Every question of what was sent, by whom and when is asked of this view.
 *
 * - `row`: the journal's row; NULL if another desk wrote it
 * - `place`: its order among the rows. Another desk's write lies between the rows before and after which it came to be known
 * - `sent`: the number of the last sending in the same order, 0 if it was never sent. What was written after what follows from the
 *   journal's own numbers, because a clock may have been changed in between. Writes of other desks that came to be known at
 *   once are told apart by `at`, which is by the server's clock
 * - `began`, `service_began`: the moment of that sending by this computer's clock and by the service's, if it is known
 * - `is_open`: its batch goes on, and has rows to send
 * - `who`, `member`: the other desk; '' and NULL for this one
 *
 * The account of other desks' writes is an expression so that they are found by the advert or the fingerprint.
 */
export const writesView = `
CREATE VIEW writes AS
  SELECT rows.id AS row, rows.id AS place,
    coalesce((SELECT max(id) FROM attempts WHERE attempts.row = rows.id AND kind = 'send'), 0) AS sent,
    (SELECT started_at FROM attempts WHERE attempts.row = rows.id AND kind = 'send' ORDER BY id DESC) AS began,
    (SELECT service_at FROM attempts WHERE attempts.row = rows.id AND kind = 'send' ORDER BY id DESC) AS service_began,
    account_id, rows.operation, rows.state, doubt, auto_id, fingerprint, payload, before, updated_at AS at,
    batches.id AS batch, seq, file_name, '' AS who, NULL AS member, NULL AS key,
    preview = 0 AND batches.state IN ('ready', 'running', 'waiting', 'paused') AND EXISTS (
      SELECT 1 FROM batch_counts WHERE batch_counts.batch = seq AND batch_counts.state = 'planned' AND n > 0) AS is_open
  FROM rows CROSS JOIN batches ON batches.seq = rows.batch
  UNION ALL
  SELECT NULL, after_row + 0.5, after_attempt + 0.5, at, NULL,
    +account_id, operation, iif(state = 'doubt', 'in-doubt', state), state = 'doubt', auto_id, fingerprint, payload, before, at,
    name || ', ' || substr(key, 1, instr(key, '/') - 1), NULL, name, name, member, key, 0
  FROM team_writes;`
