import { accountOf, waitsForAll } from './account-of.ts'
import { called } from './called.ts'

const store = (no: string): string => `
      INSERT INTO entries (account, kind, key, no, member, advert, body)
        VALUES (acc.id, each.kind, each.key, ${no}, me.id, each.advert, each.body)
        ON CONFLICT (account, kind, key) DO UPDATE SET no = excluded.no, member = me.id, advert = excluded.advert, body = excluded.body,
          at = clock_timestamp();`

/**
 * Entries of a desk, each against the one that it knows (\`seen\`): what another desk changed since is \`moved\`, and
 * is read first. Nor does a number get an advert while another desk's create of it may have made one. A file that is
 * reported again is the same. A taken one (\`after\`) has its place among those of its source, unless one came that its
 * desk had not read when planning.
 */
const put = called(
  'put',
  "  acc accounts; waits text; each record; known bigint; told jsonb := '[]'; moved jsonb := '[]';",
  `${accountOf}
  IF me.rights = 'viewer' THEN RETURN '{"refused": "rights"}'; END IF;
  ${waitsForAll}
  PERFORM 1 FROM entries WHERE account = acc.id AND kind = 'file' AND member <> me.id AND no > (ask ->> 'after')::bigint
    AND body ->> 'refused' IS NULL;
  IF FOUND THEN RETURN '{"refused": "moved"}'; END IF;
  FOR each IN SELECT * FROM jsonb_to_recordset(ask -> 'entries') AS given (kind text, key text, seen bigint, advert bigint, body jsonb)
  LOOP
    SELECT no INTO known FROM entries WHERE account = acc.id AND kind = each.kind AND key = each.key;
    IF each.kind = 'file' AND known IS NOT NULL THEN
      told := told || jsonb_build_object('key', each.key, 'no', known);
      CONTINUE;
    END IF;
    IF known > each.seen OR each.advert IS NOT NULL AND EXISTS (SELECT 1 FROM permits WHERE account = acc.id AND stock_key = each.key
        AND operation = 'create' AND member <> me.id AND state IN ('sending', 'doubt')) THEN
      moved := moved || to_jsonb(each.key);
      CONTINUE;
    END IF;
    BEGIN
      ${store('acc.head + 1')}
      acc.head := acc.head + 1;
      told := told || jsonb_build_object('key', each.key, 'no', acc.head);
    EXCEPTION WHEN unique_violation THEN
      -- The advert is another number's.
      moved := moved || to_jsonb(each.key);
    END;
  END LOOP;
  UPDATE accounts SET head = acc.head WHERE id = acc.id;
  RETURN jsonb_build_object('head', acc.head, 'told', told, 'moved', moved);`,
)

/** Facts that a desk knows of a log of which the server lost a part: of each entry the newest that any desk knows. */
const bringEntries = called(
  'bring_entries',
  '  acc accounts; each record;',
  `${accountOf}
  FOR each IN SELECT * FROM jsonb_to_recordset(ask -> 'entries') AS given (kind text, key text, seen bigint, advert bigint, body jsonb)
  LOOP
    CONTINUE WHEN EXISTS (SELECT 1 FROM entries WHERE account = acc.id AND kind = each.kind AND key = each.key AND no >= each.seen);
    -- A number that had the advert before lost it later than the server remembers.
    UPDATE entries SET advert = NULL WHERE account = acc.id AND advert = each.advert AND key <> each.key AND no < each.seen;
    BEGIN
      ${store('each.seen')}
    EXCEPTION WHEN unique_violation THEN
      NULL;
    END;
  END LOOP;
  UPDATE accounts SET head = greatest(head, (ask ->> 'head')::bigint) WHERE id = acc.id;
  RETURN '{}';`,
)

/** Links of stock numbers, stock files and orders that desks took. */
export const functionsOfEntries = [put, bringEntries]
