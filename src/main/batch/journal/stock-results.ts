/** An unreadable payload says nothing, and holds up no result. */
const payload = `iif(json_valid(NEW.payload), NEW.payload, '{}')`

/** Columns of a create that name its vehicle; 0 is unknown. */
const vehicle = ['marka', 'model', 'base', 'equip']
  .map((part) => `coalesce(${payload} ->> '$.${part}_id', 0)`)
  .join(', ')

/** Number of the row's last sending: the journal decides which of two was later, never a clock. */
const sent = `coalesce((SELECT max(id) FROM attempts WHERE attempts.row = NEW.id AND kind = 'send'), 0)`

const at = `coalesce(NEW.updated_at, '')`

const origin = `CASE WHEN NEW.error_code = 'by-likeness' THEN 'likeness'
  WHEN NEW.outcome_source = 'person' THEN 'hand' ELSE 'created' END`

/** Another link that is live: the key's own to another advert, or the advert's to another key. */
const otherLink = `
  EXISTS (SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.key = keyed.key
    AND links.state = 'live' AND links.auto_id <> NEW.auto_id)
  OR EXISTS (SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.auto_id = NEW.auto_id
    AND links.state = 'live' AND links.key <> keyed.key)`

const isDone = (operation: string): string =>
  `NEW.state = 'done' AND OLD.state <> 'done' AND NEW.operation = '${operation}'`
const hasKey = 'EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id)'

/**
 * A row of the key that was sent later and is done gave the field: the order of sending decides, not that of learning.
 */
const writtenLater = `
  SELECT 1 FROM keyed_rows AS other JOIN rows AS later ON later.id = other.row
  WHERE other.account_id = keyed.account_id AND other.key = keyed.key AND later.id <> NEW.id AND later.state = 'done'
    AND iif(json_valid(later.payload), json_type(later.payload, '$.' || sent.key), NULL) IS NOT NULL
    AND coalesce((SELECT max(id) FROM attempts WHERE attempts.row = later.id AND kind = 'send'), 0) > ${sent}`

/** Records the file's value that is still to be read; a pin stays. */
const given = `
  INSERT INTO link_fields (account_id, key, field, given, shown)
    SELECT keyed.account_id, keyed.key, sent.key, sent.value, NULL
    FROM keyed_rows AS keyed JOIN links ON links.account_id = keyed.account_id AND links.key = keyed.key
      CROSS JOIN json_each(${payload}) AS sent
    WHERE keyed.row = NEW.id AND links.state = 'live' AND links.auto_id = NEW.auto_id
      AND sent.key NOT IN ('auto_id', 'marka_id', 'model_id', 'base_id', 'equip_id')
      AND NOT EXISTS (${writtenLater})
    ON CONFLICT (account_id, key, field) DO UPDATE SET given = excluded.given, shown = NULL;`

/**
 * A create that is done, however that came to be known, is its key's advert. A live link stays: a person made it, and
 * the row is done all the same. The other advert then has no key, and a question asks about it.
 */
const created = `
CREATE TRIGGER links_created AFTER UPDATE OF state ON rows WHEN ${isDone('create')} AND ${hasKey} BEGIN
  INSERT INTO link_steps (account_id, key, step, auto_id, row, detail, at)
    SELECT keyed.account_id, keyed.key, iif(${otherLink}, 'not-linked', 'linked'), NEW.auto_id, NEW.id, ${origin}, ${at}
    FROM keyed_rows AS keyed WHERE keyed.row = NEW.id;
  INSERT INTO links (account_id, key, fold, auto_id, state, marka, model, base, equip, source, origin, row, at)
    SELECT keyed.account_id, keyed.key, keyed.fold, NEW.auto_id, 'live', ${vehicle},
      (SELECT id FROM stock_sources WHERE id = keyed.source), ${origin}, NEW.id, ${at}
    FROM keyed_rows AS keyed WHERE keyed.row = NEW.id AND NOT (${otherLink})
    ON CONFLICT (account_id, key) DO UPDATE SET
      auto_id = excluded.auto_id, state = 'live', ended_by = NULL, marka = excluded.marka, model = excluded.model,
      base = excluded.base, equip = excluded.equip, source = excluded.source, origin = excluded.origin, row = excluded.row,
      out = iif(links.state = 'live', links.out, NULL), out_sent = iif(links.state = 'live', links.out_sent, 0),
      lacked_seq = NULL, at = excluded.at;
  DELETE FROM renewed WHERE (account_id, key) = (SELECT account_id, key FROM keyed_rows WHERE row = NEW.id);
  ${given}
END;`

/** The file owns what it gave: what was shown after it is read later. */
const edited = `
CREATE TRIGGER links_edited AFTER UPDATE OF state ON rows WHEN ${isDone('edit')} AND ${hasKey} BEGIN
  ${given}
END;`

/** A value that a person edited before it was read is not what the service made of the file's. */
const editedByPerson = `
CREATE TRIGGER links_edited_by_person AFTER UPDATE OF state ON rows WHEN ${isDone('edit')} AND NOT ${hasKey} BEGIN
  UPDATE link_fields SET shown = given
  WHERE (account_id, key) = (SELECT account_id, key FROM links WHERE auto_id = NEW.auto_id AND state = 'live'
      AND account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch))
    AND shown IS NULL AND field IN (SELECT key FROM json_each(${payload}));
END;`

/** An edit of whatever origin that writes whether the advert is in stock: who wrote that last, decides who may take it back. */
const out = `
CREATE TRIGGER links_out AFTER UPDATE OF state ON rows
WHEN ${isDone('edit')} AND instr(NEW.payload, '"in_stock"') AND ${payload} ->> '$.in_stock' IS NOT NULL BEGIN
  UPDATE links SET
    out = iif(${payload} ->> '$.in_stock' = 0, iif(${hasKey}, 'file', 'person'), NULL), out_sent = ${sent}
  WHERE account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch) AND auto_id = NEW.auto_id AND state = 'live'
    AND out_sent <= ${sent};
END;`

/**
 * No read shows whether a row that is left out put its advert in or out of stock. The next file says it again,
 * whichever it says: the advert is out by the file, which gave nothing that is known to have arrived. What was given
 * before is not what the service has, unless a person keeps it. The files that lacked the car are counted again.
 */
const unproven = `
CREATE TRIGGER links_out_unproven AFTER UPDATE OF state ON rows
WHEN NEW.state = 'skipped' AND OLD.doubt AND NEW.operation = 'edit' AND ${payload} ->> '$.in_stock' IS NOT NULL AND ${hasKey} BEGIN
  UPDATE links SET out = 'file', lacked_seq = NULL
  WHERE (account_id, key) = (SELECT account_id, key FROM keyed_rows WHERE row = NEW.id)
    AND auto_id = NEW.auto_id AND state = 'live' AND out IS NOT 'person' AND out_sent <= ${sent};
  UPDATE link_fields SET given = NULL, shown = NULL
  WHERE (account_id, key) = (SELECT links.account_id, links.key
      FROM keyed_rows AS keyed JOIN links ON links.account_id = keyed.account_id AND links.key = keyed.key
      WHERE keyed.row = NEW.id AND links.auto_id = NEW.auto_id AND links.state = 'live' AND links.out = 'file' AND links.out_sent <= ${sent})
    AND field = 'in_stock' AND NOT pinned;
END;`

/** A delete ends the link and keeps it: after a person's, the next file that has the key asks. */
const deleted = `
CREATE TRIGGER links_deleted AFTER UPDATE OF state ON rows WHEN ${isDone('delete')} BEGIN
  INSERT INTO link_steps (account_id, key, step, auto_id, row, detail, at)
    SELECT account_id, key, 'ended', auto_id, NEW.id,
      iif((SELECT missing FROM keyed_rows WHERE row = NEW.id), 'file', 'person'), ${at}
    FROM links WHERE account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch)
      AND auto_id = NEW.auto_id AND state = 'live';
  UPDATE links SET state = 'ended', at = ${at},
    ended_by = iif((SELECT missing FROM keyed_rows WHERE row = NEW.id), 'file', 'person')
  WHERE account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch) AND auto_id = NEW.auto_id AND state = 'live';
END;`

/**
 * Effects of a row's result on the link of its key, in the transaction of the result. It may be an answer, a settling,
 * a person's word, or a backup that knows more.
 */
export const stockResults = created + edited + editedByPerson + out + unproven + deleted
