import { accountOf, waitsForAll } from './account-of.ts'
import { called } from './called.ts'

const hello = called(
  'hello',
  '  the team; lost bigint; heads jsonb; went_back boolean; behind boolean; open jsonb;',
  `
  SELECT * INTO the FROM team FOR UPDATE;
  IF (ask ->> 'protocol')::int < the.protocol THEN RETURN '{"refused": "desk-older"}'; END IF;
  IF (ask ->> 'protocol')::int > the.protocol THEN RETURN '{"refused": "desk-newer"}'; END IF;
  IF (ask ->> 'fingerprints')::int <> the.fingerprints THEN RETURN '{"refused": "protocol"}'; END IF;
  IF current_setting('fsync') <> 'on' THEN RETURN '{"refused": "fsync"}'; END IF;
  -- Each witness alone is enough that the server may have gone back in time: then it doesn't know all permits any more.
  heads := coalesce(ask -> 'heads', '[]');
  SELECT count(*) INTO lost FROM jsonb_to_recordset(heads) AS mine (url text, "user" bigint, head bigint, generation int)
    LEFT JOIN accounts ON base_url = mine.url AND user_id = mine."user"
    WHERE mine.generation >= the.generation AND mine.head > coalesce(accounts.head, 0) OR mine.generation > the.generation;
  went_back := lost > 0 OR the.system_id <> (SELECT system_identifier::text FROM pg_control_system())
    OR the.timeline <> (SELECT timeline_id FROM pg_control_checkpoint());
  IF went_back THEN
    UPDATE team SET generation = greatest(generation,
        (SELECT coalesce(max(generation), 0) FROM jsonb_to_recordset(heads) AS mine (generation int))) + 1,
      system_id = (SELECT system_identifier::text FROM pg_control_system()),
      timeline = (SELECT timeline_id FROM pg_control_checkpoint())
      RETURNING * INTO the;
    INSERT INTO audit (what, about) VALUES ('went-back', the.generation::text);
  END IF;
  behind := (ask ->> 'asked')::bigint < me.asked;
  -- A process beside the one that sends from the same folder ends nothing: it speaks in its session.
  UPDATE members SET session = session + CASE WHEN (ask ->> 'aside')::boolean THEN 0 ELSE 1 END, seen_at = clock_timestamp(), joined_at = coalesce(joined_at, clock_timestamp()),
    version = ask ->> 'version', asked = greatest(asked, (ask ->> 'asked')::bigint)
    WHERE id = me.id RETURNING * INTO me;
  SELECT coalesce(jsonb_agg(jsonb_build_object('url', base_url, 'user', user_id, 'key', key, 'attempt', attempt,
      'state', permits.state)), '[]') INTO open
    FROM permits JOIN accounts ON accounts.id = permits.account
    WHERE member = me.id AND permits.state IN ('sending', 'doubt');
  RETURN jsonb_build_object('team', the.id, 'schema', the.schema, 'member', me.id, 'name', me.name, 'rights', me.rights,
    'generation', the.generation, 'checkedIn', me.said = the.generation, 'session', me.session, 'asked', me.asked,
    'behind', behind, 'open', open);`,
)

/**
 * A row of a stock file is sent as long as its file is the newest of its source, and its number has the advert that its desk thinks.
 * What its desk has not read yet is read first: its own journal says then why the row ends.
 */
const refusedByStock = `
    PERFORM 1 FROM stock_files WHERE account = acc.id AND source = ask -> 'file' ->> 'source' AND NOT refused
      AND no > (ask -> 'file' ->> 'no')::bigint;
    IF FOUND THEN RETURN jsonb_build_object('refused', 'moved', 'head', acc.head); END IF;
    SELECT l.no, l.live, l.auto_id, name, l.at INTO other FROM stock_links AS l JOIN members ON members.id = l.member
      WHERE account = acc.id AND l.key = sk;
    IF FOUND AND (op = 'create' AND other.live OR op <> 'create' AND (NOT other.live OR other.auto_id <> aid)) THEN
      IF other.no > (ask ->> 'after')::bigint THEN RETURN jsonb_build_object('refused', 'moved', 'head', acc.head); END IF;
      RETURN jsonb_build_object('refused', 'sent-elsewhere', 'who', other.name, 'at', other.at, 'own', false, 'open', false,
        'head', acc.head);
    END IF;`

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
  SELECT * INTO old FROM permits WHERE account = acc.id AND member = me.id AND key = ask ->> 'key' FOR UPDATE;
  IF FOUND THEN
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
    IF sk IS NULL THEN
      LOOP
        SELECT permits.member, name, granted_at, state INTO other FROM permits JOIN members ON members.id = permits.member
          WHERE account = acc.id AND fingerprint = fp AND copy = cp AND operation = 'create' AND stock_key IS NULL
            AND state IN ('sending', 'doubt', 'done') AND NOT (permits.member = me.id AND key = ask ->> 'key');
        -- Equal rows of one desk are told apart by its own journal.
        EXIT WHEN NOT FOUND OR other.member <> me.id;
        cp := cp + 1;
      END LOOP;
    ELSE
      SELECT permits.member, name, granted_at, state INTO other FROM permits JOIN members ON members.id = permits.member
        WHERE account = acc.id AND stock_key = sk AND operation = 'create'
          AND NOT (permits.member = me.id AND key = ask ->> 'key')
          -- Of what was done before its desk joined, the link may not have been told yet.
          AND (state IN ('sending', 'doubt') OR state = 'done' AND permits.member <> me.id
            AND NOT EXISTS (SELECT 1 FROM stock_links WHERE account = acc.id AND stock_links.key = sk)
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
    ON CONFLICT (account, member, key) DO UPDATE SET no = nr, attempt = excluded.attempt, state = 'sending',
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
  '  acc accounts; entries jsonb; links jsonb; files jsonb; settled jsonb; since bigint; upto bigint;',
  `${accountOf}
  UPDATE members SET seen_at = clock_timestamp() WHERE id = me.id;
  since := (ask ->> 'after')::bigint;
  -- The three are parts of one log: a page ends at one number in all of them.
  SELECT max(no) INTO upto FROM (
    SELECT no FROM (SELECT no FROM permits WHERE account = acc.id AND no > since ORDER BY no LIMIT 1000) AS a UNION ALL
    SELECT no FROM (SELECT no FROM stock_links WHERE account = acc.id AND no > since ORDER BY no LIMIT 1000) AS b UNION ALL
    SELECT no FROM (SELECT no FROM stock_files WHERE account = acc.id AND no > since ORDER BY no LIMIT 1000) AS c
    ORDER BY no LIMIT 1000) AS first;
  SELECT coalesce(jsonb_agg(to_jsonb(each) ORDER BY each.no), '[]') INTO entries FROM (
    SELECT no, permits.member, name, key, operation, fingerprint, stock_key AS "stockKey", auto_id AS "autoId", payload, before,
      state, granted_at AS at
    FROM permits JOIN members ON members.id = permits.member
    WHERE account = acc.id AND no > since AND no <= upto) AS each;
  SELECT coalesce(jsonb_agg(to_jsonb(each) ORDER BY each.no), '[]') INTO links FROM (
    SELECT no, name, member = me.id AS own, key, auto_id AS "autoId", live, body FROM stock_links JOIN members ON members.id = member
    WHERE account = acc.id AND no > since AND no <= upto) AS each;
  SELECT coalesce(jsonb_agg(body || jsonb_build_object('no', no) ORDER BY no), '[]') INTO files
    FROM stock_files WHERE account = acc.id AND no > since AND no <= upto;
  SELECT coalesce(jsonb_agg(jsonb_build_object('key', key, 'attempt', attempt, 'state', state, 'autoId', auto_id, 'who', name,
      'at', ended_at) ORDER BY no), '[]') INTO settled
    FROM permits JOIN members ON members.id = settled_by
    WHERE account = acc.id AND permits.member = me.id AND NOT is_followed;
  RETURN jsonb_build_object('head', acc.head, 'generation', (SELECT generation FROM team), 'upto', upto, 'changes', entries,
    'links', links, 'files', files, 'settled', settled,
    -- By these a desk forgets what it knows to be open, and a server that went back in time does not, once its desk was heard.
    'open', (SELECT coalesce(jsonb_agg(jsonb_build_array(member, key)), '[]') FROM permits
      WHERE account = acc.id AND state IN ('sending', 'doubt')),
    'heard', (SELECT coalesce(jsonb_agg(id), '[]') FROM members WHERE said = (SELECT generation FROM team)),
    'live', (SELECT coalesce(jsonb_agg(id), '[]') FROM members WHERE removed_at IS NULL));`,
)

const bring = called(
  'bring',
  '  acc accounts; each record; before record; nr bigint; cp int;',
  `${accountOf}
  FOR each IN SELECT * FROM jsonb_to_recordset(ask -> 'rows') AS given (key text, attempt int, operation text,
    fingerprint text, "stockKey" text, copy int, "autoId" bigint, payload jsonb, before jsonb, state text, at timestamptz)
  LOOP
    -- A desk that was removed and joined again has another number: its rows are its own all the same.
    FOR before IN SELECT permits.no FROM permits JOIN members ON members.id = permits.member
      WHERE account = acc.id AND key = each.key AND fingerprint = each.fingerprint AND removed_at IS NOT NULL LOOP
      EXIT WHEN EXISTS (SELECT 1 FROM permits WHERE account = acc.id AND member = me.id AND key = each.key);
      UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
      UPDATE permits SET member = me.id, no = nr WHERE account = acc.id AND no = before.no;
    END LOOP;
    PERFORM 1 FROM permits WHERE account = acc.id AND member = me.id AND key = each.key AND state IN ('sending', 'doubt')
      AND (state <> each.state OR attempt < each.attempt);
    IF FOUND THEN
      -- With a number of its own: another desk may have read the log already.
      UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
      UPDATE permits SET no = nr, attempt = greatest(attempt, each.attempt), state = each.state,
        auto_id = coalesce(each."autoId", auto_id) WHERE account = acc.id AND member = me.id AND key = each.key;
    END IF;
    PERFORM 1 FROM permits WHERE account = acc.id AND member = me.id AND key = each.key
      AND state IN ('sending', 'doubt', 'done');
    CONTINUE WHEN FOUND;
    -- The copy that its permit was for, of which a server that went back in time knows nothing, or the next that is free.
    cp := greatest(1, each.copy);
    WHILE EXISTS (SELECT 1 FROM permits WHERE account = acc.id AND fingerprint = each.fingerprint AND copy = cp
      AND operation = 'create' AND stock_key IS NULL AND state IN ('sending', 'doubt', 'done')
      AND NOT (member = me.id AND key = each.key)) LOOP cp := cp + 1; END LOOP;
    UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
    BEGIN
      INSERT INTO permits (account, no, member, key, attempt, operation, fingerprint, copy, stock_key, auto_id, payload,
          before, state, granted_at, ended_at)
        VALUES (acc.id, nr, me.id, each.key, each.attempt, each.operation, each.fingerprint, cp, each."stockKey",
          each."autoId", each.payload, each.before, each.state, coalesce(each.at, clock_timestamp()), clock_timestamp())
        ON CONFLICT (account, member, key) DO UPDATE SET no = nr, attempt = excluded.attempt, copy = cp,
          -- What another desk found out before the backup was about an earlier attempt.
          state = excluded.state, auto_id = excluded.auto_id, settled_by = NULL, is_followed = true;
    EXCEPTION WHEN unique_violation THEN
      -- What two desks did to one car or advert before they were a team is not made undone: the first is kept.
      NULL;
    END;
  END LOOP;
  UPDATE accounts SET head = greatest(head, (ask ->> 'head')::bigint) WHERE id = acc.id RETURNING head INTO nr;
  RETURN jsonb_build_object('head', nr);`,
)

const checkIn = called(
  'check_in',
  '  the team;',
  `
  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  SELECT * INTO the FROM team;
  UPDATE members SET generation = the.generation, said = the.generation, seen_at = clock_timestamp()
    WHERE id = me.id AND the.generation = (ask ->> 'generation')::int;
  RETURN jsonb_build_object('generation', the.generation);`,
)

/** What desks ask about the rows that they send. */
export const functionsOfRows = [hello, permit, report, mine, changes, bring, checkIn]
