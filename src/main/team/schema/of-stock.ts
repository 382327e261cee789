import { accountOf, mayChange, waitsForAll } from './account-of.ts'
import { called } from './called.ts'

/**
 * Links as a desk has them, each against the entry that it knows (`no`): what another desk changed since is `moved`, and is read first. Nor
 * does a number get an advert while another desk's create of it may have made one.
 */
const putLinks = called(
  'put_links',
  "  acc accounts; waits text; each record; known stock_links; nr bigint; told jsonb := '[]'; moved jsonb := '[]';",
  `${accountOf}
  ${mayChange}
  ${waitsForAll}
  FOR each IN SELECT * FROM jsonb_to_recordset(ask -> 'links') AS given (key text, no bigint, "autoId" bigint, live boolean, body jsonb)
  LOOP
    SELECT * INTO known FROM stock_links WHERE account = acc.id AND key = each.key;
    IF FOUND AND known.no > each.no OR each.live AND EXISTS (SELECT 1 FROM permits WHERE account = acc.id AND stock_key = each.key
        AND operation = 'create' AND member <> me.id AND state IN ('sending', 'doubt')) THEN
      moved := moved || to_jsonb(each.key);
      CONTINUE;
    END IF;
    BEGIN
      nr := acc.head + 1;
      INSERT INTO stock_links (account, key, no, member, auto_id, live, body)
        VALUES (acc.id, each.key, nr, me.id, each."autoId", each.live, each.body)
        ON CONFLICT (account, key) DO UPDATE SET no = nr, member = me.id, auto_id = excluded.auto_id, live = excluded.live,
          body = excluded.body, at = clock_timestamp();
      acc.head := nr;
      told := told || jsonb_build_object('key', each.key, 'no', nr);
    EXCEPTION WHEN unique_violation THEN
      -- The advert is another number's.
      moved := moved || to_jsonb(each.key);
    END;
  END LOOP;
  UPDATE accounts SET head = acc.head WHERE id = acc.id;
  RETURN jsonb_build_object('head', acc.head, 'told', told, 'moved', moved);`,
)

/** A file takes its place among those of its source, unless one came that its desk has not read of when it planned it. */
const takeFile = called(
  'take_file',
  '  acc accounts; waits text; nr bigint;',
  `${accountOf}
  IF me.rights NOT IN ('sender', 'owner') THEN RETURN '{"refused": "rights"}'; END IF;
  ${waitsForAll}
  PERFORM 1 FROM stock_files WHERE account = acc.id AND member <> me.id AND no > (ask ->> 'after')::bigint AND NOT refused;
  IF FOUND THEN RETURN jsonb_build_object('refused', 'moved', 'head', acc.head); END IF;
  UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
  INSERT INTO stock_files (account, no, member, source, sha256, taken_at, refused, body)
    VALUES (acc.id, nr, me.id, ask -> 'file' ->> 'source', ask -> 'file' ->> 'sha256', ask -> 'file' ->> 'takenAt', false, ask -> 'file');
  RETURN jsonb_build_object('no', nr, 'head', nr);`,
)

/** Files that came to a desk before it joined, and those that it refused. One that is told again is the same. */
const putFiles = called(
  'put_files',
  "  acc accounts; waits text; each jsonb; nr bigint; told jsonb := '[]';",
  `${accountOf}
  ${mayChange}
  ${waitsForAll}
  FOR each IN SELECT * FROM jsonb_array_elements(ask -> 'files') LOOP
    SELECT no INTO nr FROM stock_files WHERE account = acc.id AND member = me.id AND source = each ->> 'source'
      AND sha256 = each ->> 'sha256' AND taken_at = each ->> 'takenAt';
    IF NOT FOUND THEN
      acc.head := acc.head + 1;
      nr := acc.head;
      INSERT INTO stock_files (account, no, member, source, sha256, taken_at, refused, body)
        VALUES (acc.id, nr, me.id, each ->> 'source', each ->> 'sha256', each ->> 'takenAt', each ->> 'refused' IS NOT NULL, each);
    END IF;
    told := told || to_jsonb(nr);
  END LOOP;
  UPDATE accounts SET head = acc.head WHERE id = acc.id;
  RETURN jsonb_build_object('head', acc.head, 'told', told);`,
)

/** What a desk knows of a log that the server lost a part of: of each link the newest entry that any desk knows. */
const bringStock = called(
  'bring_stock',
  '  acc accounts; each record; file jsonb;',
  `${accountOf}
  FOR each IN SELECT * FROM jsonb_to_recordset(ask -> 'links') AS given (key text, no bigint, "autoId" bigint, live boolean, body jsonb)
  LOOP
    CONTINUE WHEN EXISTS (SELECT 1 FROM stock_links WHERE account = acc.id AND key = each.key AND no >= each.no);
    -- A number that had the advert before lost it later than the server remembers.
    IF each.live THEN
      UPDATE stock_links SET live = false WHERE account = acc.id AND auto_id = each."autoId" AND live AND key <> each.key AND no < each.no;
    END IF;
    BEGIN
      INSERT INTO stock_links (account, key, no, member, auto_id, live, body)
        VALUES (acc.id, each.key, each.no, me.id, each."autoId", each.live, each.body)
        ON CONFLICT (account, key) DO UPDATE SET no = excluded.no, member = me.id, auto_id = excluded.auto_id,
          live = excluded.live, body = excluded.body, at = clock_timestamp();
    EXCEPTION WHEN unique_violation THEN
      NULL;
    END;
  END LOOP;
  FOR file IN SELECT * FROM jsonb_array_elements(ask -> 'files') LOOP
    INSERT INTO stock_files (account, no, member, source, sha256, taken_at, refused, body)
      VALUES (acc.id, (file ->> 'no')::bigint, me.id, file ->> 'source', file ->> 'sha256', file ->> 'takenAt',
        file ->> 'refused' IS NOT NULL, file - 'no') ON CONFLICT DO NOTHING;
  END LOOP;
  UPDATE accounts SET head = greatest(head, (ask ->> 'head')::bigint) WHERE id = acc.id;
  RETURN '{}';`,
)

/** What desks ask about stock numbers and files. */
export const functionsOfStock = [putLinks, takeFile, putFiles, bringStock]
