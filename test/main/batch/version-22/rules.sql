CREATE INDEX batches_in_the_journal ON batches (seq) WHERE archived_at IS NULL;
CREATE TRIGGER batches_finished BEFORE UPDATE OF state ON batches
WHEN NEW.state = 'finished'
  AND EXISTS (SELECT 1 FROM rows WHERE batch = NEW.seq AND state IN ('planned', 'sending'))
BEGIN SELECT RAISE(ABORT, 'a batch with rows to send is not finished'); END;
CREATE TRIGGER batches_archived BEFORE UPDATE OF archived_at ON batches
WHEN OLD.archived_at IS NOT NULL OR EXISTS (
  SELECT 1 FROM rows WHERE batch = NEW.seq AND state IN ('planned', 'sending', 'in-doubt', 'conflict'))
BEGIN SELECT RAISE(ABORT, 'a batch that waits for anything is not archived'); END;
CREATE TRIGGER batches_archived_stay BEFORE UPDATE OF state ON batches WHEN OLD.archived_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an archived batch is kept as it was'); END;
CREATE INDEX rows_by_state ON rows (batch, state, line);
CREATE INDEX rows_by_advert ON rows (auto_id, id) WHERE auto_id IS NOT NULL;
CREATE INDEX rows_by_fingerprint ON rows (fingerprint);
CREATE INDEX rows_in_doubt ON rows (state) WHERE state IN ('sending', 'in-doubt');
CREATE INDEX rows_open_of_advert ON rows (batch, auto_id, line)
WHERE state IN ('planned', 'sending', 'in-doubt', 'conflict') AND auto_id IS NOT NULL;
CREATE INDEX rows_by_likeness ON rows (batch, error_code, line) WHERE error_code = 'by-likeness';
CREATE INDEX rows_of_creates ON rows (id, operation) WHERE operation = 'create';
CREATE TRIGGER rows_states BEFORE UPDATE OF state ON rows
WHEN NEW.state <> OLD.state AND NOT (
  OLD.state = 'planned' AND NEW.state IN ('sending', 'failed', 'conflict', 'skipped', 'in-doubt')
  OR OLD.state = 'sending' AND NEW.state IN ('done', 'failed', 'in-doubt', 'planned', 'skipped')
  OR OLD.state = 'in-doubt' AND NEW.state IN ('done', 'planned', 'conflict')
  OR OLD.state = 'conflict' AND NEW.state IN ('planned', 'skipped')
  OR OLD.state = 'failed' AND NEW.state = 'planned'
  OR OLD.state = 'skipped' AND NEW.state = 'planned' AND (SELECT preview FROM batches WHERE seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'no such step between row states'); END;
CREATE TRIGGER rows_create_in_doubt BEFORE UPDATE OF state ON rows
WHEN OLD.operation = 'create' AND OLD.state = 'in-doubt' AND NEW.state = 'planned' AND NEW.forced <= OLD.forced
BEGIN SELECT RAISE(ABORT, 'only a person sends a create in doubt again'); END;
CREATE TRIGGER rows_creates_never_conflict BEFORE UPDATE OF state ON rows
WHEN NEW.operation = 'create' AND NEW.state = 'conflict'
BEGIN SELECT RAISE(ABORT, 'a create meets no advert to be in conflict with'); END;
CREATE TRIGGER rows_of_previews BEFORE UPDATE OF state ON rows
WHEN NEW.state = 'sending' AND (SELECT preview FROM batches WHERE seq = NEW.batch)
BEGIN SELECT RAISE(ABORT, 'a preview is not sent'); END;
CREATE TRIGGER rows_archived BEFORE UPDATE OF state ON rows
WHEN (SELECT archived_at FROM batches WHERE seq = OLD.batch) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an archived row is kept as it was'); END;
CREATE TRIGGER rows_frozen BEFORE UPDATE OF batch, line, operation, payload, before, cells, fingerprint ON rows
BEGIN SELECT RAISE(ABORT, 'a planned row is frozen'); END;
CREATE TRIGGER rows_forced_counts_up BEFORE UPDATE OF forced ON rows WHEN NEW.forced < OLD.forced
BEGIN SELECT RAISE(ABORT, 'what a person did is kept'); END;
CREATE TRIGGER rows_attempted BEFORE DELETE ON rows WHEN OLD.attempts > 0 AND (
  (SELECT archived_at FROM batches WHERE seq = OLD.batch) IS NULL
  OR OLD.auto_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM kept_rows WHERE id = OLD.id))
BEGIN SELECT RAISE(ABORT, 'a row that was sent stays'); END;
CREATE TRIGGER rows_keep_their_advert BEFORE UPDATE OF auto_id ON rows
WHEN OLD.auto_id IS NOT NULL AND NEW.auto_id IS NOT OLD.auto_id
BEGIN SELECT RAISE(ABORT, 'a row keeps its advert'); END;
CREATE TRIGGER rows_bound_once BEFORE UPDATE OF auto_id ON rows
WHEN NEW.operation = 'create' AND OLD.auto_id IS NULL AND NEW.auto_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM rows AS other JOIN batches ON batches.seq = other.batch
  WHERE other.auto_id = NEW.auto_id AND other.operation = 'create' AND other.id <> NEW.id
    AND account_id = (SELECT account_id FROM batches AS own WHERE own.seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'an advert belongs to one create'); END;
CREATE TRIGGER rows_bound_once_ever BEFORE UPDATE OF auto_id ON rows
WHEN NEW.operation = 'create' AND OLD.auto_id IS NULL AND NEW.auto_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM kept_rows AS other JOIN batches ON batches.seq = other.batch
  WHERE other.auto_id = NEW.auto_id AND other.operation = 'create'
    AND account_id = (SELECT account_id FROM batches AS own WHERE own.seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'an advert belongs to one create'); END;
CREATE TRIGGER rows_counted_in AFTER INSERT ON rows BEGIN
  INSERT INTO batch_counts VALUES (NEW.batch, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER rows_counted_out AFTER DELETE ON rows BEGIN
  UPDATE batch_counts SET n = n - 1 WHERE batch = OLD.batch AND state = OLD.state;
END;
CREATE TRIGGER rows_counted_over AFTER UPDATE OF state ON rows WHEN NEW.state <> OLD.state BEGIN
  UPDATE batch_counts SET n = n - 1 WHERE batch = OLD.batch AND state = OLD.state;
  INSERT INTO batch_counts VALUES (NEW.batch, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE INDEX attempts_by_row ON attempts (row);
CREATE INDEX attempts_open ON attempts (id) WHERE ended_at IS NULL;
CREATE TRIGGER attempts_stay BEFORE DELETE ON attempts
WHEN (SELECT archived_at FROM batches JOIN rows ON rows.batch = seq WHERE rows.id = OLD.row) IS NULL
BEGIN SELECT RAISE(ABORT, 'attempts are kept'); END;
CREATE TRIGGER attempts_written_once BEFORE UPDATE ON attempts WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a finished attempt is kept as it was'); END;
CREATE TRIGGER attempts_frozen BEFORE UPDATE OF row, kind, request_hash, started_at, service_at ON attempts
BEGIN SELECT RAISE(ABORT, 'the beginning of an attempt is kept as it was'); END;
CREATE INDEX kept_rows_by_advert ON kept_rows (auto_id, id);
CREATE INDEX kept_rows_by_fingerprint ON kept_rows (fingerprint) WHERE state = 'done';
CREATE INDEX kept_rows_of_creates ON kept_rows (id, operation) WHERE operation = 'create' AND state = 'done';
CREATE TRIGGER kept_rows_stay BEFORE DELETE ON kept_rows
BEGIN SELECT RAISE(ABORT, 'what an archived row leaves is kept'); END;
CREATE TRIGGER kept_rows_frozen BEFORE UPDATE ON kept_rows
BEGIN SELECT RAISE(ABORT, 'what an archived row leaves is kept as it was'); END;
CREATE INDEX lost_rows_by_fingerprint ON lost_rows (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE TRIGGER rows_uncached AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' BEGIN
  INSERT OR IGNORE INTO uncached_rows VALUES (NEW.id);
END;
CREATE TRIGGER identity_counts_up BEFORE UPDATE ON identity
WHEN NEW.claims < OLD.claims OR NEW.fence < OLD.fence OR NEW.marked < OLD.marked
  OR NEW.id <> OLD.id AND (OLD.marked = 1 OR OLD.claims > 0)
BEGIN SELECT RAISE(ABORT, 'a journal never goes back'); END;
CREATE TRIGGER identity_stays BEFORE DELETE ON identity
BEGIN SELECT RAISE(ABORT, 'a journal keeps its id'); END;
CREATE INDEX stock_files_of_source ON stock_files (source, seq, refused);
CREATE INDEX stock_files_by_content ON stock_files (source, sha256);
CREATE INDEX stock_files_of_batch ON stock_files (batch) WHERE batch IS NOT NULL;
CREATE TRIGGER stock_files_stay BEFORE DELETE ON stock_files WHEN OLD.taken_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a stock file that came is kept'); END;
CREATE TRIGGER stock_files_frozen BEFORE UPDATE ON stock_files WHEN OLD.taken_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a stock file that came is kept as it was'); END;
CREATE INDEX keyed_rows_by_key ON keyed_rows (account_id, key);
CREATE TRIGGER keyed_rows_frozen BEFORE UPDATE ON keyed_rows
BEGIN SELECT RAISE(ABORT, 'the key of a row is frozen'); END;
CREATE TRIGGER keyed_rows_stay BEFORE DELETE ON keyed_rows
WHEN NOT EXISTS (SELECT 1 FROM rows JOIN batches ON batches.seq = rows.batch
  WHERE rows.id = OLD.row AND batches.state = 'planning')
BEGIN SELECT RAISE(ABORT, 'the key of a row is kept'); END;
CREATE UNIQUE INDEX links_of_adverts ON links (account_id, auto_id) WHERE state = 'live';
CREATE TRIGGER links_stay BEFORE DELETE ON links
BEGIN SELECT RAISE(ABORT, 'a link is ended and kept'); END;
CREATE INDEX link_steps_of_key ON link_steps (account_id, key, id);
CREATE TRIGGER link_steps_stay BEFORE DELETE ON link_steps
BEGIN SELECT RAISE(ABORT, 'steps of a link are kept'); END;
CREATE TRIGGER link_steps_frozen BEFORE UPDATE ON link_steps
BEGIN SELECT RAISE(ABORT, 'steps of a link are kept as they were'); END;
CREATE TRIGGER link_fields_of_one_advert AFTER UPDATE OF auto_id ON links WHEN NEW.auto_id <> OLD.auto_id BEGIN
  DELETE FROM link_fields WHERE account_id = NEW.account_id AND key = NEW.key;
END;
CREATE TRIGGER keyed_rows_created_once BEFORE INSERT ON keyed_rows
WHEN EXISTS (SELECT 1 FROM rows JOIN batches ON batches.seq = rows.batch WHERE rows.id = NEW.row
    AND rows.operation = 'create' AND rows.state = 'planned' AND batches.state = 'planning')
  AND EXISTS (
  SELECT 1 FROM keyed_rows AS other INDEXED BY keyed_rows_by_key CROSS JOIN rows ON rows.id = other.row
  WHERE other.account_id = NEW.account_id AND other.key = NEW.key AND other.row <> NEW.row
    AND rows.operation = 'create' AND (rows.state IN ('sending', 'in-doubt') OR rows.state = 'planned'
    AND (SELECT state FROM batches WHERE seq = rows.batch) NOT IN ('cancelled', 'finished')))
BEGIN SELECT RAISE(ABORT, 'a key is created once'); END;
CREATE TRIGGER rows_refused_by_key BEFORE UPDATE OF state ON rows
WHEN NEW.state = 'sending' AND OLD.state <> 'sending' AND (SELECT 
  CASE
    WHEN EXISTS (SELECT 1 FROM stock_files AS file
      WHERE file.source = keyed.source AND file.seq > keyed.seq AND file.refused IS NULL) THEN 'newer-file'
    WHEN NEW.operation <> 'create' THEN iif(EXISTS (
  SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.key = keyed.key AND links.state = 'live' AND links.auto_id = NEW.auto_id), NULL, 'link-changed')
    WHEN EXISTS (
  SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.key = keyed.key AND links.state = 'live' ) THEN 'key-linked'
    WHEN EXISTS (
  SELECT 1 FROM keyed_rows AS other INDEXED BY keyed_rows_by_key CROSS JOIN rows ON rows.id = other.row
  WHERE other.account_id = keyed.account_id AND other.key = keyed.key AND other.row <> keyed.row
    AND rows.operation = 'create' AND rows.state IN ('sending', 'in-doubt')) THEN 'key-held'
    WHEN NOT coalesce((SELECT looked FROM stock_sources WHERE id = keyed.source), 0) THEN 'source-unlooked'
  END FROM keyed_rows AS keyed WHERE keyed.row = NEW.id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the stock has changed since the row was planned'); END;
CREATE TRIGGER links_created AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.operation = 'create' AND EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id) BEGIN
  INSERT INTO link_steps (account_id, key, step, auto_id, row, detail, at)
    SELECT keyed.account_id, keyed.key, iif(
  EXISTS (SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.key = keyed.key
    AND links.state = 'live' AND links.auto_id <> NEW.auto_id)
  OR EXISTS (SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.auto_id = NEW.auto_id
    AND links.state = 'live' AND links.key <> keyed.key), 'not-linked', 'linked'), NEW.auto_id, NEW.id, CASE WHEN NEW.error_code = 'by-likeness' THEN 'likeness'
  WHEN NEW.outcome_source = 'person' THEN 'hand' ELSE 'created' END, coalesce(NEW.updated_at, '')
    FROM keyed_rows AS keyed WHERE keyed.row = NEW.id;
  INSERT INTO links (account_id, key, fold, auto_id, state, marka, model, base, equip, source, origin, row, at)
    SELECT keyed.account_id, keyed.key, keyed.fold, NEW.auto_id, 'live', coalesce(iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.marka_id', 0), coalesce(iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.model_id', 0), coalesce(iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.base_id', 0), coalesce(iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.equip_id', 0),
      (SELECT id FROM stock_sources WHERE id = keyed.source), CASE WHEN NEW.error_code = 'by-likeness' THEN 'likeness'
  WHEN NEW.outcome_source = 'person' THEN 'hand' ELSE 'created' END, NEW.id, coalesce(NEW.updated_at, '')
    FROM keyed_rows AS keyed WHERE keyed.row = NEW.id AND NOT (
  EXISTS (SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.key = keyed.key
    AND links.state = 'live' AND links.auto_id <> NEW.auto_id)
  OR EXISTS (SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.auto_id = NEW.auto_id
    AND links.state = 'live' AND links.key <> keyed.key))
    ON CONFLICT (account_id, key) DO UPDATE SET
      auto_id = excluded.auto_id, state = 'live', ended_by = NULL, marka = excluded.marka, model = excluded.model,
      base = excluded.base, equip = excluded.equip, source = excluded.source, origin = excluded.origin, row = excluded.row,
      out = iif(links.state = 'live', links.out, NULL), out_sent = iif(links.state = 'live', links.out_sent, 0),
      lacked_seq = NULL, at = excluded.at;
  DELETE FROM renewed WHERE (account_id, key) = (SELECT account_id, key FROM keyed_rows WHERE row = NEW.id);
  
  INSERT INTO link_fields (account_id, key, field, given, shown)
    SELECT keyed.account_id, keyed.key, sent.key, sent.value, NULL
    FROM keyed_rows AS keyed JOIN links ON links.account_id = keyed.account_id AND links.key = keyed.key
      CROSS JOIN json_each(iif(json_valid(NEW.payload), NEW.payload, '{}')) AS sent
    WHERE keyed.row = NEW.id AND links.state = 'live' AND links.auto_id = NEW.auto_id
      AND sent.key NOT IN ('auto_id', 'marka_id', 'model_id', 'base_id', 'equip_id')
    ON CONFLICT (account_id, key, field) DO UPDATE SET given = excluded.given, shown = NULL;
END;
CREATE TRIGGER links_edited AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.operation = 'edit' AND EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id) BEGIN
  
  INSERT INTO link_fields (account_id, key, field, given, shown)
    SELECT keyed.account_id, keyed.key, sent.key, sent.value, NULL
    FROM keyed_rows AS keyed JOIN links ON links.account_id = keyed.account_id AND links.key = keyed.key
      CROSS JOIN json_each(iif(json_valid(NEW.payload), NEW.payload, '{}')) AS sent
    WHERE keyed.row = NEW.id AND links.state = 'live' AND links.auto_id = NEW.auto_id
      AND sent.key NOT IN ('auto_id', 'marka_id', 'model_id', 'base_id', 'equip_id')
    ON CONFLICT (account_id, key, field) DO UPDATE SET given = excluded.given, shown = NULL;
END;
CREATE TRIGGER links_edited_by_person AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.operation = 'edit' AND NOT EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id) BEGIN
  UPDATE link_fields SET shown = given
  WHERE (account_id, key) = (SELECT account_id, key FROM links WHERE auto_id = NEW.auto_id AND state = 'live'
      AND account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch))
    AND shown IS NULL AND field IN (SELECT key FROM json_each(iif(json_valid(NEW.payload), NEW.payload, '{}')));
END;
CREATE TRIGGER links_out AFTER UPDATE OF state ON rows
WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.operation = 'edit' AND instr(NEW.payload, '"in_stock"') AND iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.in_stock' IS NOT NULL BEGIN
  UPDATE links SET
    out = iif(iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.in_stock' = 0, iif(EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id), 'file', 'person'), NULL), out_sent = coalesce((SELECT max(id) FROM attempts WHERE attempts.row = NEW.id AND kind = 'send'), 0)
  WHERE account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch) AND auto_id = NEW.auto_id AND state = 'live'
    AND out_sent <= coalesce((SELECT max(id) FROM attempts WHERE attempts.row = NEW.id AND kind = 'send'), 0);
END;
CREATE TRIGGER links_out_unproven AFTER UPDATE OF state ON rows
WHEN NEW.state = 'skipped' AND OLD.doubt AND NEW.operation = 'edit' AND iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.in_stock' IS NOT NULL AND EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id) BEGIN
  UPDATE links SET out = 'file', lacked_seq = NULL
  WHERE (account_id, key) = (SELECT account_id, key FROM keyed_rows WHERE row = NEW.id)
    AND auto_id = NEW.auto_id AND state = 'live' AND out IS NOT 'person' AND out_sent <= coalesce((SELECT max(id) FROM attempts WHERE attempts.row = NEW.id AND kind = 'send'), 0);
  UPDATE link_fields SET given = NULL, shown = NULL
  WHERE (account_id, key) = (SELECT links.account_id, links.key
      FROM keyed_rows AS keyed JOIN links ON links.account_id = keyed.account_id AND links.key = keyed.key
      WHERE keyed.row = NEW.id AND links.auto_id = NEW.auto_id AND links.state = 'live' AND links.out = 'file' AND links.out_sent <= coalesce((SELECT max(id) FROM attempts WHERE attempts.row = NEW.id AND kind = 'send'), 0))
    AND field = 'in_stock' AND NOT pinned;
END;
CREATE TRIGGER links_deleted AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.operation = 'delete' BEGIN
  INSERT INTO link_steps (account_id, key, step, auto_id, row, detail, at)
    SELECT account_id, key, 'ended', auto_id, NEW.id,
      iif((SELECT missing FROM keyed_rows WHERE row = NEW.id), 'file', 'person'), coalesce(NEW.updated_at, '')
    FROM links WHERE account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch)
      AND auto_id = NEW.auto_id AND state = 'live';
  UPDATE links SET state = 'ended', at = coalesce(NEW.updated_at, ''),
    ended_by = iif((SELECT missing FROM keyed_rows WHERE row = NEW.id), 'file', 'person')
  WHERE account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch) AND auto_id = NEW.auto_id AND state = 'live';
END;
CREATE TRIGGER stock_counts_links_in AFTER INSERT ON links  BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_links_changed AFTER UPDATE ON links  BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_apart_in AFTER INSERT ON apart  BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_apart_out AFTER DELETE ON apart  BEGIN 
  INSERT INTO stock_revision VALUES (OLD.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_outside_in AFTER INSERT ON outside  BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_outside_out AFTER DELETE ON outside  BEGIN 
  INSERT INTO stock_revision VALUES (OLD.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_renewed_in AFTER INSERT ON renewed  BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_renewed_out AFTER DELETE ON renewed  BEGIN 
  INSERT INTO stock_revision VALUES (OLD.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_files AFTER INSERT ON stock_files WHEN NEW.taken_at IS NOT NULL BEGIN 
  INSERT INTO stock_revision VALUES ((SELECT account_id FROM stock_sources WHERE id = NEW.source), 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_files_taken AFTER UPDATE OF taken_at ON stock_files  BEGIN 
  INSERT INTO stock_revision VALUES ((SELECT account_id FROM stock_sources WHERE id = NEW.source), 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_pins AFTER UPDATE OF pinned ON link_fields WHEN NEW.pinned <> OLD.pinned BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_pins_in AFTER INSERT ON link_fields WHEN NEW.pinned BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_rows AFTER UPDATE OF state ON rows WHEN NEW.state <> OLD.state AND EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id) BEGIN 
  INSERT INTO stock_revision VALUES ((SELECT account_id FROM keyed_rows WHERE row = NEW.id), 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER team_desk_counts_up BEFORE UPDATE ON team_desk WHEN NEW.asked < OLD.asked
BEGIN SELECT RAISE(ABORT, 'a desk never goes back'); END;
CREATE INDEX team_writes_by_fingerprint ON team_writes (fingerprint);
CREATE INDEX team_writes_by_advert ON team_writes (auto_id) WHERE auto_id IS NOT NULL;
CREATE INDEX team_writes_open ON team_writes (account_id) WHERE operation = 'create' AND state IN ('sending', 'doubt');
CREATE UNIQUE INDEX order_status_writes_open ON order_status_writes (account_id, order_id)
  WHERE state IN ('sending', 'in-doubt');
CREATE INDEX order_status_writes_answered ON order_status_writes (account_id)
  WHERE state = 'done' AND source = 'response';
CREATE TRIGGER order_status_writes_frozen BEFORE UPDATE ON order_status_writes
WHEN OLD.state IN ('done', 'failed', 'unsent') OR NEW.state = 'sending' OR (OLD.state = 'in-doubt' AND NEW.state = 'unsent')
  OR (NEW.account_id, NEW.order_id, NEW.after, NEW.sent_at) IS NOT (OLD.account_id, OLD.order_id, OLD.after, OLD.sent_at)
BEGIN SELECT RAISE(ABORT, 'a status that was sent stays as it ended'); END;
COMMIT;
PRAGMA user_version = 22;
