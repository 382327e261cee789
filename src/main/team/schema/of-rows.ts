import { accountOf, waitsForAll } from './account-of.ts'
import { called } from './called.ts'

/**
 * A row of a stock file is sent while its file is its source's newest, and its number has the advert that its desk
 * assumes. What its desk has not read yet is read first: its own journal says then why the row ends.
 */
const refusedByStock = `
    PERFORM 1 FROM entries WHERE account = acc.id AND kind = 'file' AND body ->> 'source' = ask -> 'file' ->> 'source' AND body ->> 'refused' IS NULL
      AND no > (ask -> 'file' ->> 'no')::bigint;
    IF FOUND THEN RETURN jsonb_build_object('refused', 'moved', 'head', acc.head); END IF;
    SELECT l.no, advert, name, l.at INTO other FROM entries AS l JOIN members ON members.id = l.member
      WHERE account = acc.id AND kind = 'link' AND key = sk;
    IF FOUND AND (op = 'create' AND other.advert IS NOT NULL OR op <> 'create' AND other.advert IS DISTINCT FROM aid) THEN
      IF other.no > (ask ->> 'after')::bigint THEN RETURN jsonb_build_object('refused', 'moved', 'head', acc.head); END IF;
      RETURN jsonb_build_object('refused', 'sent-elsewhere', 'who', other.name, 'at', other.at, 'own', false, 'open', false,
        'head', acc.head);
    END IF;`

/**
 * A car with a number at one desk, and without one at another, is one by what it says, unless a person was asked. It is another car if its
 * advert has a number of its own by now, or was deleted.
 */
const equalOtherwise = `
    SELECT permits.member, name, granted_at, state INTO other FROM permits JOIN members ON members.id = permits.member
      WHERE account = acc.id AND fingerprint IN (SELECT jsonb_array_elements_text(ask -> 'alike')) AND operation = 'create'
        AND permits.member <> me.id
        AND (stock_key IS NULL) <> (sk IS NULL) AND state IN ('sending', 'doubt', 'done')
        AND NOT coalesce(ask -> 'answered' ? key, false)
        AND (sk IS NULL OR NOT EXISTS (SELECT 1 FROM entries WHERE account = acc.id AND advert = permits.auto_id)
          AND NOT EXISTS (SELECT 1 FROM permits AS gone WHERE gone.account = acc.id AND gone.auto_id = permits.auto_id
            AND gone.operation = 'delete' AND gone.state = 'done'))
      ORDER BY state = 'done' DESC LIMIT 1;`

const permit = called(
  'permit',
  `  acc accounts; old permits; other record; waits text; nr bigint; cp int; op text; aid bigint; fp text; sk text;
  `,
  `${accountOf}
  IF me.rights NOT IN ('sender', 'owner') THEN RETURN '{"refused": "rights"}'; END IF;
  ${waitsForAll}
  UPDATE members SET asked = greatest(asked, (ask ->> 'asked')::bigint), seen_at = clock_timestamp() WHERE id = me.id;
  op := ask ->> 'operation'; aid := (ask ->> 'autoId')::bigint; fp := ask ->> 'fingerprint'; sk := ask ->> 'stockKey';
  cp := (ask ->> 'copy')::int;
  SELECT * INTO old FROM permits WHERE account = acc.id AND key = ask ->> 'key' AND fingerprint = fp FOR UPDATE;
  IF FOUND THEN
    -- A copy of its folder is another desk by now.
    IF old.member <> me.id AND old.state IN ('sending', 'doubt', 'done') THEN
      RETURN jsonb_build_object('refused', 'sent-elsewhere', 'who', (SELECT name FROM members WHERE id = old.member),
        'at', old.granted_at, 'own', false, 'open', old.state <> 'done');
    END IF;
    -- The answer was lost on its way: it is given again.
    IF old.attempt = (ask ->> 'attempt')::int AND old.state = 'sending' THEN
      RETURN jsonb_build_object('no', old.no, 'head', acc.head);
    END IF;
    IF old.state = 'done' OR old.attempt > (ask ->> 'attempt')::int
      OR old.attempt = (ask ->> 'attempt')::int AND old.state <> 'unsent' THEN
      RETURN jsonb_build_object('refused', 'sent-elsewhere', 'who', me.name, 'at', old.granted_at, 'own', true,
        'open', old.state IN ('sending', 'doubt'));
    END IF;
    cp := old.copy;
  END IF;
  -- The turn of which the desk thinks that it has it: nobody else had it since. A row that began in it is sent in it, also if
  -- another desk waits by now; each permit renews it until it has to give way.
  PERFORM 1 FROM turns WHERE account = acc.id AND kind = 'send' AND holder = me.id AND fence = (ask ->> 'fence')::bigint;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('refused', 'turn', 'who', (SELECT name FROM turns JOIN members ON members.id = holder
      WHERE account = acc.id AND kind = 'send' AND holder <> me.id));
  END IF;
  UPDATE turns SET until = clock_timestamp() + interval '15 seconds'
    WHERE account = acc.id AND kind = 'send' AND NOT gave_way AND since > clock_timestamp() - interval '10 seconds';
  IF sk IS NOT NULL THEN
    ${refusedByStock}
  END IF;
  IF op = 'create' THEN
    ${equalOtherwise}
    IF FOUND THEN
      NULL;
    ELSIF sk IS NULL THEN
      LOOP
        SELECT permits.member, key, name, granted_at, state INTO other FROM permits JOIN members ON members.id = permits.member
          WHERE account = acc.id AND fingerprint = fp AND copy = cp AND operation = 'create' AND stock_key IS NULL
            AND state IN ('sending', 'doubt', 'done') AND key <> ask ->> 'key';
        -- Equal rows of one desk are told apart by its own journal, but for those that it forgot.
        EXIT WHEN NOT FOUND OR other.member <> me.id OR ask -> 'forgotten' ? other.key;
        cp := cp + 1;
      END LOOP;
    ELSE
      SELECT permits.member, name, granted_at, state INTO other FROM permits JOIN members ON members.id = permits.member
        WHERE account = acc.id AND stock_key = sk AND operation = 'create'
          AND key <> ask ->> 'key'
          -- Of what was done before its desk joined, the link may not have been told yet.
          AND (state IN ('sending', 'doubt') OR state = 'done' AND permits.member <> me.id
            AND NOT EXISTS (SELECT 1 FROM entries WHERE account = acc.id AND kind = 'link' AND entries.key = sk)
            AND NOT EXISTS (SELECT 1 FROM permits AS gone WHERE gone.account = acc.id AND gone.auto_id = permits.auto_id
              AND gone.operation = 'delete' AND gone.state = 'done')) ORDER BY state = 'done' DESC LIMIT 1;
    END IF;
    IF FOUND THEN
      RETURN jsonb_build_object('refused', 'sent-elsewhere', 'who', other.name, 'at', other.granted_at,
        'own', other.member = me.id, 'open', other.state <> 'done', 'head', acc.head);
    END IF;
  ELSE
    SELECT name, granted_at INTO other FROM permits JOIN members ON members.id = permits.member
      WHERE account = acc.id AND auto_id = aid AND operation <> 'create' AND permits.member <> me.id
        AND state IN ('sending', 'doubt') ORDER BY no DESC LIMIT 1;
    IF FOUND THEN
      RETURN jsonb_build_object('refused', 'sent-elsewhere', 'who', other.name, 'at', other.granted_at, 'own', false,
        'open', true, 'head', acc.head);
    END IF;
    -- What another desk wrote since this one looked was not seen by it.
    PERFORM 1 FROM permits WHERE account = acc.id AND auto_id = aid AND operation <> 'create' AND member <> me.id
      AND state = 'done' AND no > (ask ->> 'after')::bigint;
    IF FOUND THEN RETURN jsonb_build_object('refused', 'moved', 'head', acc.head); END IF;
  END IF;
  UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
  INSERT INTO permits (account, no, member, key, attempt, operation, fingerprint, copy, stock_key, auto_id, payload, before, state)
    VALUES (acc.id, nr, me.id, ask ->> 'key', (ask ->> 'attempt')::int, op, fp, cp, sk, aid, ask -> 'payload', ask -> 'before',
      'sending')
    ON CONFLICT (account, key, fingerprint) DO UPDATE SET no = nr, member = me.id, attempt = excluded.attempt, state = 'sending',
      payload = excluded.payload, before = excluded.before, granted_at = clock_timestamp(), ended_at = NULL,
      settled_by = NULL, is_followed = true;
  RETURN jsonb_build_object('no', nr, 'head', nr);`,
)

const report = called(
  'report',
  '  acc accounts; old permits; nr bigint; next text; aid bigint; cp int;',
  `${accountOf}
  SELECT * INTO old FROM permits WHERE account = acc.id AND member = me.id AND key = ask ->> 'key' FOR UPDATE;
  next := ask ->> 'state'; aid := (ask ->> 'autoId')::bigint;
  IF NOT FOUND OR old.attempt <> (ask ->> 'attempt')::int THEN RETURN jsonb_build_object('head', acc.head); END IF;
  IF NOT old.is_followed THEN
    -- What another desk found out counts, unless this desk's journal has a proof: a doubt is none.
    IF next NOT IN ('done', 'failed', 'unsent') AND NOT coalesce((ask ->> 'follows')::boolean, false) THEN
      RETURN jsonb_build_object('head', acc.head);
    END IF;
    UPDATE permits SET is_followed = true WHERE account = acc.id AND no = old.no;
    IF next = 'doubt' OR old.state = next AND coalesce(aid = old.auto_id, true) THEN
      RETURN jsonb_build_object('head', acc.head);
    END IF;
  -- A permit becomes free by what its desk says of it, or by what is found at the service, and by nothing else.
  ELSIF old.state NOT IN ('sending', 'doubt') OR old.state = next THEN
    RETURN jsonb_build_object('head', acc.head);
  END IF;
  -- Its place among equal creates may be another's by now.
  cp := old.copy;
  IF old.operation = 'create' AND old.state = 'unsent' THEN
    SELECT coalesce(max(copy), 0) + 1 INTO cp FROM permits WHERE account = acc.id AND fingerprint = old.fingerprint;
  END IF;
  UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
  BEGIN
    UPDATE permits SET state = next, no = nr, copy = cp, ended_at = clock_timestamp(),
      auto_id = CASE WHEN next = 'done' THEN coalesce(aid, auto_id) ELSE auto_id END
      WHERE account = acc.id AND no = old.no;
  EXCEPTION WHEN unique_violation THEN
    -- Two creates can't have one advert: this one is in doubt.
    UPDATE permits SET state = 'doubt', no = nr, copy = cp WHERE account = acc.id AND no = old.no;
  END;
  RETURN jsonb_build_object('head', nr);`,
)

const mine = called(
  'mine',
  '  open jsonb;',
  `
  SELECT coalesce(jsonb_agg(jsonb_build_object('url', base_url, 'user', user_id, 'key', key, 'attempt', attempt,
      'state', permits.state)), '[]') INTO open
    FROM permits JOIN accounts ON accounts.id = permits.account
    WHERE member = me.id AND permits.state IN ('sending', 'doubt');
  RETURN jsonb_build_object('open', open);`,
)

const changes = called(
  'changes',
  '  acc accounts; rows jsonb; facts jsonb; settled jsonb; since bigint; upto bigint;',
  `${accountOf}
  UPDATE members SET seen_at = clock_timestamp(), asked = greatest(asked, (ask ->> 'asked')::bigint) WHERE id = me.id;
  since := (ask ->> 'after')::bigint;
  -- Both are parts of one log: a page ends at one number in both.
  SELECT max(no) INTO upto FROM (
    SELECT no FROM (SELECT no FROM permits WHERE account = acc.id AND no > since ORDER BY no LIMIT 1000) AS a UNION ALL
    SELECT no FROM (SELECT no FROM entries WHERE account = acc.id AND no > since ORDER BY no LIMIT 1000) AS b
    ORDER BY no LIMIT 1000) AS first;
  SELECT coalesce(jsonb_agg(to_jsonb(each) ORDER BY each.no), '[]') INTO rows FROM (
    SELECT no, permits.member, name, key, operation, fingerprint, stock_key AS "stockKey", auto_id AS "autoId", payload, before,
      state, granted_at AS at
    FROM permits JOIN members ON members.id = permits.member
    WHERE account = acc.id AND no > since AND no <= upto) AS each;
  SELECT coalesce(jsonb_agg(to_jsonb(each) ORDER BY each.no), '[]') INTO facts FROM (
    SELECT no, kind, key, name, member = me.id AS own, advert IS NOT NULL AS live, body FROM entries JOIN members ON members.id = member
    WHERE account = acc.id AND no > since AND no <= upto) AS each;
  SELECT coalesce(jsonb_agg(jsonb_build_object('key', key, 'attempt', attempt, 'state', state, 'autoId', auto_id, 'who', name,
      'at', ended_at) ORDER BY no), '[]') INTO settled
    FROM permits JOIN members ON members.id = settled_by
    WHERE account = acc.id AND permits.member = me.id AND NOT is_followed;
  RETURN jsonb_build_object('head', acc.head, 'upto', upto, 'changes', rows, 'entries', facts, 'settled', settled,
    -- By these a desk forgets what it knows to be open, and a server that went back in time does not.
    'open', (SELECT coalesce(jsonb_agg(key), '[]') FROM permits WHERE account = acc.id AND state IN ('sending', 'doubt')),
    'waits', EXISTS (SELECT 1 FROM members WHERE removed_at IS NULL AND joined_at IS NOT NULL
      AND epoch IS DISTINCT FROM (SELECT epoch FROM team)));`,
)

/** Functions of desks about the rows that they send. */
export const functionsOfRows = [permit, report, mine, changes]
