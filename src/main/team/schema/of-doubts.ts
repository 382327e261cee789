import { accountOf, waitsForAll } from './account-of.ts'
import { called } from './called.ts'

/**
 * A desk that has said nothing for so long may have no person to clarify its rows. Nor has it said anything since the
 * server's clock was set back, if it was seen later than now.
 */
const isAway = (who: string): string =>
  `(${who}.removed_at IS NOT NULL OR ${who}.seen_at < clock_timestamp() - interval '60 seconds'
  OR ${who}.seen_at > clock_timestamp())`

/**
 * No permit is under way any more: its desk gives a row to the network within 10 seconds, and waits a minute for the
 * answer.
 */
const isOver = (permit: string): string => `${permit}.granted_at < clock_timestamp() - interval '2 minutes'`

/**
 * Rows of other desks with an unknown result, and this desk's own that a journal which went back doesn't know. What a
 * desk that is away had begun is in doubt by then: time makes a permit doubtful, and never free.
 */
const doubts = called(
  'doubts',
  '  acc accounts; each record; listed jsonb;',
  `${accountOf}
  FOR each IN SELECT no FROM permits JOIN members ON members.id = permits.member
    WHERE account = acc.id AND state = 'sending' AND permits.member <> me.id AND ${isAway('members')} AND ${isOver('permits')}
    ORDER BY no FOR UPDATE OF permits LOOP
    acc.head := acc.head + 1;
    UPDATE permits SET state = 'doubt', no = acc.head WHERE account = acc.id AND no = each.no;
  END LOOP;
  UPDATE accounts SET head = acc.head WHERE id = acc.id;
  SELECT coalesce(jsonb_agg(to_jsonb(d) ORDER BY d.at), '[]') INTO listed FROM (
    SELECT no, permits.member, name, removed_at IS NOT NULL AS removed, ${isAway('members')} AS away, seen_at AS "seenAt", key,
      operation, stock_key AS "stockKey", auto_id AS "autoId", payload, before, granted_at AS at, permits.member = me.id AS own
    FROM permits JOIN members ON members.id = permits.member
    WHERE account = acc.id AND state = 'doubt' AND (permits.member <> me.id OR (ask ->> 'own')::boolean)
    ORDER BY granted_at LIMIT 500) AS d;
  RETURN jsonb_build_object('doubts', listed);`,
)

/**
 * Settles a row in doubt of a desk that is away, as it was seen at the service or as a person says. By compare-and-set:
 * the entry of the log that was looked at is still the last of the row. Its desk hears of it when it comes back.
 */
const settle = called(
  'settle',
  '  acc accounts; waits text; old permits; whose members; nr bigint;',
  `${accountOf}
  IF me.rights NOT IN ('sender', 'owner') THEN RETURN '{"refused": "rights"}'; END IF;
  ${waitsForAll}
  SELECT * INTO old FROM permits WHERE account = acc.id AND no = (ask ->> 'no')::bigint FOR UPDATE;
  IF NOT FOUND OR old.state <> 'doubt' OR old.member = me.id AND NOT coalesce((ask ->> 'own')::boolean, false) THEN
    RETURN '{"refused": "settled"}';
  END IF;
  SELECT * INTO whose FROM members WHERE id = old.member;
  IF whose.id <> me.id AND NOT ${isAway('whose')} THEN RETURN jsonb_build_object('refused', 'present', 'who', whose.name); END IF;
  -- An edit that was not seen may still be under way.
  IF ask ->> 'state' = 'unsent' AND NOT ${isOver('old')} THEN RETURN '{"refused": "early"}'; END IF;
  nr := acc.head + 1;
  BEGIN
    UPDATE permits SET state = ask ->> 'state', no = nr, auto_id = coalesce((ask ->> 'autoId')::bigint, auto_id),
      ended_at = clock_timestamp(), settled_by = me.id, is_followed = false
      WHERE account = acc.id AND no = old.no;
  EXCEPTION WHEN unique_violation THEN
    RETURN '{"refused": "bound"}';
  END;
  UPDATE accounts SET head = nr WHERE id = acc.id;
  RETURN jsonb_build_object('head', nr);`,
)

/** Rows in doubt of desks that are away. */
export const functionsOfDoubts = [doubts, settle]
