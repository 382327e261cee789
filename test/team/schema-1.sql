CREATE SCHEMA forecourt;

CREATE TABLE forecourt.team (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id text NOT NULL,
  protocol int NOT NULL,
  fingerprints int NOT NULL,
  generation int NOT NULL DEFAULT 1,
  system_id text NOT NULL,
  timeline int NOT NULL,
  desks name NOT NULL,
  per_hour int CHECK (per_hour > 0),
  per_month int CHECK (per_month > 0),
  -- All times of the quota are so many minutes; a test makes the minute shorter.
  minute_ms int NOT NULL DEFAULT 60000,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE forecourt.members (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  db_role name NOT NULL UNIQUE,
  name text NOT NULL CHECK (name <> ''),
  rights text NOT NULL CHECK (rights IN ('viewer', 'editor', 'sender', 'owner')),
  generation int NOT NULL DEFAULT 0,
  session bigint NOT NULL DEFAULT 0,
  asked bigint NOT NULL DEFAULT 0,
  version text,
  invited_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  joined_at timestamptz,
  seen_at timestamptz,
  removed_at timestamptz
);
CREATE UNIQUE INDEX members_by_name ON forecourt.members (lower(name)) WHERE removed_at IS NULL;
CREATE TABLE forecourt.accounts (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  base_url text NOT NULL,
  user_id bigint NOT NULL,
  head bigint NOT NULL DEFAULT 0,
  UNIQUE (base_url, user_id)
);
CREATE TABLE forecourt.turns (
  account int NOT NULL REFERENCES forecourt.accounts,
  kind text NOT NULL CHECK (kind IN ('send', 'read', 'orders')),
  holder int REFERENCES forecourt.members,
  fence bigint NOT NULL DEFAULT 0,
  gave_way boolean NOT NULL DEFAULT false,
  since timestamptz NOT NULL DEFAULT '-infinity',
  until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (account, kind)
);
CREATE TABLE forecourt.turn_waits (
  account int NOT NULL REFERENCES forecourt.accounts,
  kind text NOT NULL,
  member int NOT NULL REFERENCES forecourt.members,
  by_person boolean NOT NULL,
  since timestamptz NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (account, kind, member)
);
CREATE TABLE forecourt.permits (
  account int NOT NULL REFERENCES forecourt.accounts,
  no bigint NOT NULL,
  member int NOT NULL REFERENCES forecourt.members,
  key text NOT NULL,
  attempt int NOT NULL,
  operation text NOT NULL CHECK (operation IN ('create', 'edit', 'delete')),
  fingerprint text NOT NULL,
  copy int NOT NULL DEFAULT 1 CHECK (copy > 0),
  stock_key text,
  auto_id bigint,
  payload jsonb NOT NULL,
  before jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('sending', 'doubt', 'done', 'failed', 'unsent')),
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  PRIMARY KEY (account, no),
  UNIQUE (account, member, key),
  CHECK (operation = 'create' OR auto_id IS NOT NULL)
);
-- These two hold the promise by themselves, whatever the functions do.
CREATE UNIQUE INDEX permits_one_create ON forecourt.permits (account, fingerprint, copy)
  WHERE operation = 'create' AND stock_key IS NULL AND state IN ('sending', 'doubt', 'done');
CREATE UNIQUE INDEX permits_one_of_key ON forecourt.permits (account, stock_key)
  WHERE operation = 'create' AND stock_key IS NOT NULL AND state IN ('sending', 'doubt');
CREATE UNIQUE INDEX permits_one_advert ON forecourt.permits (account, auto_id)
  WHERE operation = 'create' AND state = 'done' AND auto_id IS NOT NULL;
CREATE INDEX permits_of_advert ON forecourt.permits (account, auto_id) WHERE auto_id IS NOT NULL;
CREATE INDEX permits_open ON forecourt.permits (member) WHERE state IN ('sending', 'doubt');
-- Links of stock numbers as they are now, and the files of each source: entries of the log, by numbers of its head.
CREATE TABLE forecourt.stock_links (
  account int NOT NULL REFERENCES forecourt.accounts,
  key text NOT NULL CHECK (key <> ''),
  no bigint NOT NULL,
  member int NOT NULL REFERENCES forecourt.members,
  auto_id bigint NOT NULL,
  live boolean NOT NULL,
  body jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account, key)
);
CREATE INDEX stock_links_by_no ON forecourt.stock_links (account, no);
CREATE UNIQUE INDEX stock_links_one_advert ON forecourt.stock_links (account, auto_id) WHERE live;
CREATE TABLE forecourt.stock_files (
  account int NOT NULL REFERENCES forecourt.accounts,
  no bigint NOT NULL,
  member int NOT NULL REFERENCES forecourt.members,
  source text NOT NULL CHECK (source <> ''),
  sha256 text NOT NULL,
  taken_at text NOT NULL,
  refused boolean NOT NULL,
  body jsonb NOT NULL,
  PRIMARY KEY (account, no),
  UNIQUE (account, member, source, sha256, taken_at)
);
CREATE INDEX stock_files_of_source ON forecourt.stock_files (account, source, no) WHERE NOT refused;
CREATE TABLE forecourt.quota_minutes (
  account int NOT NULL REFERENCES forecourt.accounts,
  minute bigint NOT NULL,
  member int NOT NULL REFERENCES forecourt.members,
  orders int NOT NULL CHECK (orders >= 0),
  others int NOT NULL CHECK (others >= 0),
  PRIMARY KEY (account, minute, member)
);
CREATE TABLE forecourt.quota_blocks (
  account int NOT NULL REFERENCES forecourt.accounts,
  member int NOT NULL REFERENCES forecourt.members,
  key text NOT NULL,
  for_orders boolean NOT NULL,
  size int NOT NULL CHECK (size > 0),
  ends bigint NOT NULL,
  PRIMARY KEY (account, member, key)
);
CREATE TABLE forecourt.audit (
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  who name NOT NULL DEFAULT session_user,
  what text NOT NULL,
  about text
);

CREATE FUNCTION forecourt.take_turn(acc int, who int, which text, by_person boolean) RETURNS jsonb LANGUAGE plpgsql
SET search_path = forecourt, pg_temp AS $$
DECLARE t turns; first record; at timestamptz := clock_timestamp();
BEGIN
  INSERT INTO turns (account, kind) VALUES (acc, which) ON CONFLICT DO NOTHING;
  SELECT * INTO t FROM turns WHERE account = acc AND kind = which FOR UPDATE;
  DELETE FROM turn_waits WHERE account = acc AND kind = which AND asked_at < at - interval '10 seconds';
  INSERT INTO turn_waits (account, kind, member, by_person, since, asked_at) VALUES (acc, which, who, by_person, at, at)
    ON CONFLICT (account, kind, member) DO UPDATE SET asked_at = at, by_person = excluded.by_person;
  SELECT member, name INTO first FROM turn_waits JOIN members ON members.id = member
    WHERE account = acc AND kind = which AND removed_at IS NULL
      AND NOT (member = who AND t.holder = who AND t.until > at)
    ORDER BY (t.gave_way AND member = t.holder), turn_waits.by_person DESC, turn_waits.since, member LIMIT 1;
  IF t.holder = who AND t.until > at THEN
    IF first.member IS NOT NULL AND at >= t.since + interval '10 seconds' THEN
      UPDATE turns SET gave_way = true WHERE account = acc AND kind = which;
      RETURN jsonb_build_object('refused', 'turn', 'who', first.name);
    END IF;
    UPDATE turns SET until = at + interval '15 seconds' WHERE account = acc AND kind = which;
  ELSIF t.until > at THEN
    RETURN jsonb_build_object('refused', 'turn', 'who', (SELECT name FROM members WHERE id = t.holder));
  ELSIF first.member <> who THEN
    RETURN jsonb_build_object('refused', 'turn', 'who', first.name);
  ELSE
    t.fence := t.fence + (t.holder IS DISTINCT FROM who)::int;
    UPDATE turns SET holder = who, fence = t.fence, gave_way = false, since = at, until = at + interval '15 seconds'
      WHERE account = acc AND kind = which;
  END IF;
  DELETE FROM turn_waits WHERE account = acc AND kind = which AND member = who;
  RETURN jsonb_build_object('fence', t.fence);
END $$;

CREATE FUNCTION forecourt.turn(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
  RETURN take_turn(acc.id, me.id, ask ->> 'kind', (ask ->> 'byPerson')::boolean);
END $$;

CREATE FUNCTION forecourt.turn_end(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
  UPDATE turns SET until = clock_timestamp()
    WHERE account = acc.id AND kind = ask ->> 'kind' AND holder = me.id AND fence = (ask ->> 'fence')::bigint;
  IF (ask ->> 'leaves')::boolean THEN
    DELETE FROM turn_waits WHERE account = acc.id AND kind = ask ->> 'kind' AND member = me.id;
  END IF;
  RETURN '{}';
END $$;

CREATE FUNCTION forecourt.hello(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  the team; lost bigint; heads jsonb; went_back boolean; behind boolean; open jsonb;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  SELECT * INTO the FROM team FOR UPDATE;
  IF (ask ->> 'protocol')::int <> the.protocol OR (ask ->> 'fingerprints')::int <> the.fingerprints THEN
    RETURN jsonb_build_object('refused', 'protocol');
  END IF;
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
  RETURN jsonb_build_object('team', the.id, 'member', me.id, 'name', me.name, 'rights', me.rights,
    'generation', the.generation, 'checkedIn', me.generation = the.generation, 'session', me.session, 'asked', me.asked,
    'behind', behind, 'open', open);
END $$;

CREATE FUNCTION forecourt.permit(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts; old permits; other record; waits text; nr bigint; cp int; op text; aid bigint; fp text; sk text;
  
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
  IF me.rights NOT IN ('sender', 'owner') THEN RETURN '{"refused": "rights"}'; END IF;
  
  SELECT string_agg(name, ', ') INTO waits FROM members
    WHERE removed_at IS NULL AND joined_at IS NOT NULL AND generation <> (SELECT generation FROM team);
  IF waits IS NOT NULL THEN RETURN jsonb_build_object('refused', 'waiting', 'who', waits); END IF;
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
      RETURN jsonb_build_object('refused', 'sent-elsewhere', 'who', me.name, 'at', old.granted_at, 'own', true);
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
    
    PERFORM 1 FROM stock_files WHERE account = acc.id AND source = ask -> 'file' ->> 'source' AND NOT refused
      AND no > (ask -> 'file' ->> 'no')::bigint;
    IF FOUND THEN RETURN jsonb_build_object('refused', 'moved', 'head', acc.head); END IF;
    SELECT l.no, l.live, l.auto_id, name, l.at INTO other FROM stock_links AS l JOIN members ON members.id = l.member
      WHERE account = acc.id AND l.key = sk;
    IF FOUND AND (op = 'create' AND other.live OR op <> 'create' AND (NOT other.live OR other.auto_id <> aid)) THEN
      IF other.no > (ask ->> 'after')::bigint THEN RETURN jsonb_build_object('refused', 'moved', 'head', acc.head); END IF;
      RETURN jsonb_build_object('refused', 'sent-elsewhere', 'who', other.name, 'at', other.at, 'own', false, 'head', acc.head);
    END IF;
  END IF;
  IF op = 'create' THEN
    IF sk IS NULL THEN
      LOOP
        SELECT permits.member, name, granted_at INTO other FROM permits JOIN members ON members.id = permits.member
          WHERE account = acc.id AND fingerprint = fp AND copy = cp AND operation = 'create' AND stock_key IS NULL
            AND state IN ('sending', 'doubt', 'done') AND NOT (permits.member = me.id AND key = ask ->> 'key');
        -- Equal rows of one desk are told apart by its own journal.
        EXIT WHEN NOT FOUND OR other.member <> me.id;
        cp := cp + 1;
      END LOOP;
    ELSE
      SELECT permits.member, name, granted_at INTO other FROM permits JOIN members ON members.id = permits.member
        WHERE account = acc.id AND stock_key = sk AND operation = 'create'
          AND NOT (permits.member = me.id AND key = ask ->> 'key')
          -- Of what was done before its desk joined, the link may not have been told yet.
          AND (state IN ('sending', 'doubt') OR state = 'done' AND permits.member <> me.id
            AND NOT EXISTS (SELECT 1 FROM stock_links WHERE account = acc.id AND stock_links.key = sk)
            AND NOT EXISTS (SELECT 1 FROM permits AS gone WHERE gone.account = acc.id AND gone.auto_id = permits.auto_id
              AND gone.operation = 'delete' AND gone.state = 'done')) LIMIT 1;
    END IF;
    IF FOUND THEN
      RETURN jsonb_build_object('refused', 'sent-elsewhere', 'who', other.name, 'at', other.granted_at,
        'own', other.member = me.id, 'head', acc.head);
    END IF;
  ELSE
    SELECT name, granted_at INTO other FROM permits JOIN members ON members.id = permits.member
      WHERE account = acc.id AND auto_id = aid AND operation <> 'create' AND permits.member <> me.id
        AND state IN ('sending', 'doubt') ORDER BY no DESC LIMIT 1;
    IF FOUND THEN
      RETURN jsonb_build_object('refused', 'sent-elsewhere', 'who', other.name, 'at', other.granted_at, 'own', false,
        'head', acc.head);
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
      payload = excluded.payload, before = excluded.before, granted_at = clock_timestamp(), ended_at = NULL;
  RETURN jsonb_build_object('no', nr, 'head', nr);
END $$;

CREATE FUNCTION forecourt.report(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts; old permits; nr bigint; next text; aid bigint;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
  SELECT * INTO old FROM permits WHERE account = acc.id AND member = me.id AND key = ask ->> 'key' FOR UPDATE;
  next := ask ->> 'state'; aid := (ask ->> 'autoId')::bigint;
  -- A permit becomes free by what its desk says of it, and by nothing else.
  IF NOT FOUND OR old.attempt <> (ask ->> 'attempt')::int OR old.state NOT IN ('sending', 'doubt') OR old.state = next THEN
    RETURN jsonb_build_object('head', acc.head);
  END IF;
  UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
  BEGIN
    UPDATE permits SET state = next, no = nr, ended_at = clock_timestamp(),
      auto_id = CASE WHEN next = 'done' THEN coalesce(aid, auto_id) ELSE auto_id END
      WHERE account = acc.id AND no = old.no;
  EXCEPTION WHEN unique_violation THEN
    -- Two creates can't have one advert: this one is in doubt.
    UPDATE permits SET state = 'doubt', no = nr WHERE account = acc.id AND no = old.no;
  END;
  RETURN jsonb_build_object('head', nr);
END $$;

CREATE FUNCTION forecourt.mine(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  open jsonb;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  SELECT coalesce(jsonb_agg(jsonb_build_object('url', base_url, 'user', user_id, 'key', key, 'attempt', attempt,
      'state', permits.state)), '[]') INTO open
    FROM permits JOIN accounts ON accounts.id = permits.account
    WHERE member = me.id AND permits.state IN ('sending', 'doubt');
  RETURN jsonb_build_object('open', open);
END $$;

CREATE FUNCTION forecourt.changes(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts; entries jsonb; links jsonb; files jsonb; since bigint; upto bigint;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
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
  RETURN jsonb_build_object('head', acc.head, 'generation', (SELECT generation FROM team), 'upto', upto, 'changes', entries,
    'links', links, 'files', files);
END $$;

CREATE FUNCTION forecourt.bring(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts; each record; nr bigint; cp int;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
  FOR each IN SELECT * FROM jsonb_to_recordset(ask -> 'rows') AS given (key text, attempt int, operation text,
    fingerprint text, "stockKey" text, "autoId" bigint, payload jsonb, before jsonb, state text, at timestamptz)
  LOOP
    UPDATE permits SET attempt = greatest(attempt, each.attempt), state = each.state, auto_id = coalesce(each."autoId", auto_id)
      WHERE account = acc.id AND member = me.id AND key = each.key AND state IN ('sending', 'doubt');
    PERFORM 1 FROM permits WHERE account = acc.id AND member = me.id AND key = each.key
      AND state IN ('sending', 'doubt', 'done');
    CONTINUE WHEN FOUND;
    SELECT coalesce(max(copy), 0) + 1 INTO cp FROM permits WHERE account = acc.id AND fingerprint = each.fingerprint
      AND operation = 'create' AND stock_key IS NULL;
    UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
    BEGIN
      INSERT INTO permits (account, no, member, key, attempt, operation, fingerprint, copy, stock_key, auto_id, payload,
          before, state, granted_at, ended_at)
        VALUES (acc.id, nr, me.id, each.key, each.attempt, each.operation, each.fingerprint, cp, each."stockKey",
          each."autoId", each.payload, each.before, each.state, coalesce(each.at, clock_timestamp()), clock_timestamp())
        ON CONFLICT (account, member, key) DO UPDATE SET no = nr, attempt = excluded.attempt, copy = cp,
          state = excluded.state, auto_id = excluded.auto_id;
    EXCEPTION WHEN unique_violation THEN
      -- What two desks did to one car or advert before they were a team is not made undone: the first is kept.
      NULL;
    END;
  END LOOP;
  UPDATE accounts SET head = greatest(head, (ask ->> 'head')::bigint) WHERE id = acc.id RETURNING head INTO nr;
  RETURN jsonb_build_object('head', nr);
END $$;

CREATE FUNCTION forecourt.check_in(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  the team;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  SELECT * INTO the FROM team;
  UPDATE members SET generation = the.generation, seen_at = clock_timestamp()
    WHERE id = me.id AND the.generation = (ask ->> 'generation')::int;
  RETURN jsonb_build_object('generation', the.generation);
END $$;

CREATE FUNCTION forecourt.put_links(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts; waits text; each record; known stock_links; nr bigint; told jsonb := '[]'; moved jsonb := '[]';
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
  IF me.rights = 'viewer' THEN RETURN '{"refused": "rights"}'; END IF;
  
  SELECT string_agg(name, ', ') INTO waits FROM members
    WHERE removed_at IS NULL AND joined_at IS NOT NULL AND generation <> (SELECT generation FROM team);
  IF waits IS NOT NULL THEN RETURN jsonb_build_object('refused', 'waiting', 'who', waits); END IF;
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
  RETURN jsonb_build_object('head', acc.head, 'told', told, 'moved', moved);
END $$;

CREATE FUNCTION forecourt.take_file(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts; waits text; nr bigint;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
  IF me.rights NOT IN ('sender', 'owner') THEN RETURN '{"refused": "rights"}'; END IF;
  
  SELECT string_agg(name, ', ') INTO waits FROM members
    WHERE removed_at IS NULL AND joined_at IS NOT NULL AND generation <> (SELECT generation FROM team);
  IF waits IS NOT NULL THEN RETURN jsonb_build_object('refused', 'waiting', 'who', waits); END IF;
  PERFORM 1 FROM stock_files WHERE account = acc.id AND member <> me.id AND no > (ask ->> 'after')::bigint AND NOT refused;
  IF FOUND THEN RETURN jsonb_build_object('refused', 'moved', 'head', acc.head); END IF;
  UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
  INSERT INTO stock_files (account, no, member, source, sha256, taken_at, refused, body)
    VALUES (acc.id, nr, me.id, ask -> 'file' ->> 'source', ask -> 'file' ->> 'sha256', ask -> 'file' ->> 'takenAt', false, ask -> 'file');
  RETURN jsonb_build_object('no', nr, 'head', nr);
END $$;

CREATE FUNCTION forecourt.put_files(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts; waits text; each jsonb; nr bigint; told jsonb := '[]';
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
  IF me.rights = 'viewer' THEN RETURN '{"refused": "rights"}'; END IF;
  
  SELECT string_agg(name, ', ') INTO waits FROM members
    WHERE removed_at IS NULL AND joined_at IS NOT NULL AND generation <> (SELECT generation FROM team);
  IF waits IS NOT NULL THEN RETURN jsonb_build_object('refused', 'waiting', 'who', waits); END IF;
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
  RETURN jsonb_build_object('head', acc.head, 'told', told);
END $$;

CREATE FUNCTION forecourt.bring_stock(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts; each record; file jsonb;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
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
  RETURN '{}';
END $$;

CREATE FUNCTION forecourt.settle_quota(acc int) RETURNS void LANGUAGE plpgsql SET search_path = forecourt, pg_temp AS $$
DECLARE the team; ms bigint; at bigint; minute_now bigint;
BEGIN
  SELECT * INTO the FROM team;
  
  ms := the.minute_ms;
  at := floor(extract(epoch FROM clock_timestamp()) * 1000);
  minute_now := at / ms;
  -- What was counted later than now was counted before the server's clock was set back.
  UPDATE quota_blocks SET ends = at + ms WHERE account = acc AND ends > at + ms;
  WITH late AS (DELETE FROM quota_minutes WHERE account = acc AND minute > minute_now + 3 RETURNING *)
  INSERT INTO quota_minutes (account, minute, member, orders, others)
    SELECT account, minute_now, member, sum(orders), sum(others) FROM late GROUP BY account, member 
  ON CONFLICT (account, minute, member) DO UPDATE SET orders = quota_minutes.orders + excluded.orders,
    others = quota_minutes.others + excluded.others;
  -- Of what no desk has told anything since, all calls were made.
  WITH silent AS (DELETE FROM quota_blocks WHERE account = acc AND ends + ms / 2 <= at RETURNING *)
  INSERT INTO quota_minutes (account, minute, member, orders, others)
    SELECT account, (silent.ends + ms / 2) / ms, member, coalesce(sum(size) FILTER (WHERE for_orders), 0),
      coalesce(sum(size) FILTER (WHERE NOT for_orders), 0) FROM silent GROUP BY 1, 2, 3 
  ON CONFLICT (account, minute, member) DO UPDATE SET orders = quota_minutes.orders + excluded.orders,
    others = quota_minutes.others + excluded.others;
  DELETE FROM quota_minutes WHERE account = acc AND minute < minute_now - 43201;
  -- After a day the hours do, each at its end: a month of minutes would have to be added up for each block.
  WITH old AS (DELETE FROM quota_minutes WHERE account = acc AND minute < minute_now - 1500 AND minute % 60 <> 59 RETURNING *)
  INSERT INTO quota_minutes (account, minute, member, orders, others)
    SELECT account, minute / 60 * 60 + 59, member, sum(orders), sum(others) FROM old GROUP BY 1, 2, 3 
  ON CONFLICT (account, minute, member) DO UPDATE SET orders = quota_minutes.orders + excluded.orders,
    others = quota_minutes.others + excluded.others;
END $$;

CREATE FUNCTION forecourt.kept_for_orders(most int) RETURNS int LANGUAGE sql IMMUTABLE
AS $$ SELECT least(most - 1, ceil(most * 0.1)::int) $$;

CREATE FUNCTION forecourt.quota(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts; the team; old record; ms bigint; at bigint; minute_now bigint; hours record; months record; room int;
  for_orders boolean; given int; got int := 0; desks int; counted jsonb; blocks jsonb;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
  SELECT * INTO the FROM team;
  
  ms := the.minute_ms;
  at := floor(extract(epoch FROM clock_timestamp()) * 1000);
  minute_now := at / ms;
  UPDATE members SET seen_at = clock_timestamp() WHERE id = me.id;
  -- What is told of a block counts at the end of its life: a call may have been made then.
  FOR old IN SELECT b.*, least(b.size, greatest(0, told.used)) AS made
    FROM jsonb_to_recordset(ask -> 'ended') AS told (key text, used int)
    JOIN quota_blocks b ON b.account = acc.id AND b.member = me.id AND b.key = told.key LOOP
    DELETE FROM quota_blocks WHERE account = acc.id AND member = me.id AND key = old.key;
    INSERT INTO quota_minutes (account, minute, member, orders, others) VALUES (acc.id, (old.ends + ms / 2) / ms, me.id,
      CASE WHEN old.for_orders THEN old.made ELSE 0 END, CASE WHEN old.for_orders THEN 0 ELSE old.made END) 
  ON CONFLICT (account, minute, member) DO UPDATE SET orders = quota_minutes.orders + excluded.orders,
    others = quota_minutes.others + excluded.others;
  END LOOP;
  PERFORM settle_quota(acc.id);
  IF ask ->> 'key' IS NOT NULL THEN
    for_orders := (ask ->> 'forOrders')::boolean;
    SELECT coalesce(sum(q.orders), 0) + coalesce(sum(q.others), 0) AS total, coalesce(sum(q.others), 0) AS others INTO months
      FROM (SELECT orders, others FROM quota_minutes WHERE account = acc.id AND minute >= minute_now - 43200 UNION ALL
        SELECT CASE WHEN b.for_orders THEN size ELSE 0 END, CASE WHEN b.for_orders THEN 0 ELSE size END
        FROM quota_blocks b WHERE account = acc.id) AS q;
    SELECT coalesce(sum(q.orders), 0) + coalesce(sum(q.others), 0) AS total, coalesce(sum(q.others), 0) AS others INTO hours
      FROM (SELECT orders, others FROM quota_minutes WHERE account = acc.id AND minute >= minute_now - 60 UNION ALL
        SELECT CASE WHEN b.for_orders THEN size ELSE 0 END, CASE WHEN b.for_orders THEN 0 ELSE size END
        FROM quota_blocks b WHERE account = acc.id) AS q;
    -- Without a limit null, which least() leaves out.
    room := least(the.per_hour - hours.total, the.per_month - months.total,
      CASE WHEN NOT for_orders THEN least(the.per_hour - kept_for_orders(the.per_hour) - hours.others,
        the.per_month - kept_for_orders(the.per_month) - months.others) END);
    SELECT count(*) INTO desks FROM members WHERE removed_at IS NULL AND joined_at IS NOT NULL;
    given := (ask ->> 'want')::int;
    got := CASE WHEN room IS NULL THEN given WHEN room < 1 THEN 0 ELSE least(given, greatest(1, room / (2 * desks))) END;
    IF got > 0 THEN
      INSERT INTO quota_blocks (account, member, key, for_orders, size, ends)
        VALUES (acc.id, me.id, ask ->> 'key', for_orders, got, at + ms);
    END IF;
  END IF;
  SELECT coalesce(jsonb_agg(jsonb_build_array(at - minute * ms, orders, others) ORDER BY minute), '[]') INTO counted FROM (
    SELECT max(minute) AS minute, sum(orders) AS orders, sum(others) AS others FROM quota_minutes
    WHERE account = acc.id AND minute >= minute_now - 43200
    GROUP BY CASE WHEN minute >= minute_now - 60 THEN minute ELSE minute / 60 - 1000000000 END) AS q;
  SELECT coalesce(jsonb_agg(jsonb_build_object('key', CASE WHEN b.member = me.id THEN key END, 'forOrders', b.for_orders,
    'size', size, 'endsIn', ends - at)), '[]') INTO blocks FROM quota_blocks b WHERE account = acc.id;
  RETURN jsonb_build_object('got', got, 'lifeMs', ms, 'perHour', the.per_hour, 'perMonth', the.per_month,
    'counted', counted, 'blocks', blocks);
END $$;

CREATE FUNCTION forecourt.bring_calls(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts; the team; ms bigint; at bigint; minute_now bigint; since bigint;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
  SELECT * INTO the FROM team;
  
  ms := the.minute_ms;
  at := floor(extract(epoch FROM clock_timestamp()) * 1000);
  minute_now := at / ms;
  IF NOT (ask ->> 'all')::boolean THEN
    SELECT max(minute) - 2 INTO since FROM quota_minutes WHERE account = acc.id AND member = me.id;
  END IF;
  -- By the server's clock: the desk says what its own shows. A call may have been made at the end of its minute.
  INSERT INTO quota_minutes (account, minute, member, orders, others)
    SELECT acc.id, least(told.minute, minute_now), me.id, sum(told.orders), sum(told.others)
    FROM (SELECT (at - ago + 60000) / ms AS minute, orders, others
      FROM jsonb_to_recordset(ask -> 'minutes') AS each (ago bigint, orders int, others int)) AS told
    WHERE since IS NULL OR told.minute >= since OR (told.minute >= minute_now - 1500 AND NOT EXISTS (SELECT 1
      FROM quota_minutes q WHERE q.account = acc.id AND q.member = me.id AND q.minute BETWEEN told.minute - 2 AND told.minute + 2))
    GROUP BY 2
    ON CONFLICT (account, minute, member) DO UPDATE SET orders = greatest(quota_minutes.orders, excluded.orders),
      others = greatest(quota_minutes.others, excluded.others);
  PERFORM settle_quota(acc.id);
  RETURN '{}';
END $$;

CREATE FUNCTION forecourt.calls_home(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  acc accounts; the team; ms bigint; at bigint; minute_now bigint; counted jsonb;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;
  SELECT * INTO the FROM team;
  
  ms := the.minute_ms;
  at := floor(extract(epoch FROM clock_timestamp()) * 1000);
  minute_now := at / ms;
  PERFORM settle_quota(acc.id);
  SELECT coalesce(jsonb_agg(jsonb_build_array(at - minute * ms, orders, others) ORDER BY minute), '[]') INTO counted FROM (
    SELECT minute, sum(orders) AS orders, sum(others) AS others FROM (
      SELECT minute, orders, others FROM quota_minutes WHERE account = acc.id AND minute >= minute_now - 43200 UNION ALL
      SELECT minute_now, CASE WHEN b.for_orders THEN size ELSE 0 END, CASE WHEN b.for_orders THEN 0 ELSE size END
      FROM quota_blocks b WHERE account = acc.id) AS each GROUP BY minute) AS q;
  RETURN jsonb_build_object('counted', counted);
END $$;

CREATE FUNCTION forecourt.settings(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  the team;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF ask ? 'change' THEN
    IF me.rights <> 'owner' THEN RETURN '{"refused": "rights"}'; END IF;
    UPDATE team SET per_hour = CASE WHEN ask -> 'change' ? 'perHour' THEN (ask -> 'change' ->> 'perHour')::int ELSE per_hour END,
      per_month = CASE WHEN ask -> 'change' ? 'perMonth' THEN (ask -> 'change' ->> 'perMonth')::int ELSE per_month END;
    INSERT INTO audit (what, about) VALUES ('settings', ask ->> 'change');
  END IF;
  SELECT * INTO the FROM team;
  RETURN jsonb_build_object('perHour', the.per_hour, 'perMonth', the.per_month);
END $$;

CREATE FUNCTION forecourt.status(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  the team; answer jsonb;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  SELECT * INTO the FROM team;
  SELECT jsonb_build_object('team', the.id, 'generation', the.generation, 'me', me.name, 'rights', me.rights,
    'members', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'rights', rights, 'seenAt', seen_at,
        'joined', joined_at IS NOT NULL, 'checkedIn', generation = the.generation, 'version', version,
        'doubts', (SELECT count(*) FROM permits WHERE member = members.id AND state = 'doubt'),
        'sending', (SELECT count(*) FROM permits WHERE member = members.id AND state = 'sending')) ORDER BY id), '[]')
      FROM members WHERE removed_at IS NULL),
    'turns', (SELECT coalesce(jsonb_agg(jsonb_build_object('baseUrl', base_url, 'userId', user_id, 'kind', kind,
        'holder', name, 'since', since, 'waiting', (SELECT coalesce(jsonb_agg(waiter.name ORDER BY w.by_person DESC, w.since), '[]')
          FROM turn_waits w JOIN members AS waiter ON waiter.id = w.member WHERE w.account = turns.account AND w.kind = turns.kind
            AND w.asked_at > clock_timestamp() - interval '10 seconds')) ORDER BY turns.account, kind), '[]')
      FROM turns JOIN accounts ON accounts.id = turns.account JOIN members ON members.id = holder
      WHERE until > clock_timestamp()),
    'accounts', (SELECT coalesce(jsonb_agg(jsonb_build_object('baseUrl', base_url, 'userId', user_id, 'head', head,
        'creates', (SELECT count(*) FROM permits WHERE account = accounts.id AND operation = 'create' AND state = 'done'))
        ORDER BY id), '[]') FROM accounts)) INTO answer;
  RETURN answer;
END $$;

CREATE FUNCTION forecourt.invite(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  the team; role name; nr int;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF me.rights <> 'owner' THEN RETURN '{"refused": "rights"}'; END IF;
  PERFORM 1 FROM members WHERE lower(name) = lower(ask ->> 'name') AND removed_at IS NULL;
  IF FOUND THEN RETURN '{"refused": "name"}'; END IF;
  SELECT * INTO the FROM team;
  SELECT coalesce(max(id), 0) + 1 INTO nr FROM members;
  role := format('forecourt_%s_%s', the.id, nr);
  -- One that nobody used is worth nothing after a day.
  EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L VALID UNTIL %L IN ROLE %I', role, ask ->> 'verifier',
    clock_timestamp() + interval '24 hours', the.desks);
  INSERT INTO members (db_role, name, rights) VALUES (role, ask ->> 'name', ask ->> 'rights');
  INSERT INTO audit (what, about) VALUES ('invite', ask ->> 'name');
  RETURN jsonb_build_object('team', the.id, 'role', role);
END $$;

CREATE FUNCTION forecourt.enter(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;

BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF me.joined_at IS NOT NULL THEN RETURN '{"refused": "used"}'; END IF;
  EXECUTE format('ALTER ROLE %I PASSWORD %L VALID UNTIL ''infinity''', me.db_role, ask ->> 'verifier');
  UPDATE members SET joined_at = clock_timestamp(), seen_at = clock_timestamp() WHERE id = me.id;
  INSERT INTO audit (what, about) VALUES ('join', me.name);
  RETURN jsonb_build_object('name', me.name, 'rights', me.rights, 'team', (SELECT id FROM team));
END $$;

CREATE FUNCTION forecourt.remove(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  who members;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF me.rights <> 'owner' THEN RETURN '{"refused": "rights"}'; END IF;
  SELECT * INTO who FROM members WHERE lower(name) = lower(ask ->> 'name') AND removed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "unknown"}'; END IF;
  IF who.id = me.id THEN RETURN '{"refused": "self"}'; END IF;
  
  UPDATE permits SET state = 'doubt' WHERE member = who.id AND state = 'sending';
  UPDATE members SET removed_at = clock_timestamp() WHERE id = who.id;
  EXECUTE format('ALTER ROLE %I NOLOGIN', who.db_role);
  INSERT INTO audit (what, about) VALUES ('remove', who.name);
  BEGIN
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = who.db_role;
  EXCEPTION WHEN insufficient_privilege THEN
    -- Every call looks at the member again: a connection that stays open is of no use.
    NULL;
  END;
  RETURN jsonb_build_object('name', who.name);
END $$;

CREATE FUNCTION forecourt.leave(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  invited members;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF me.rights = 'owner' AND NOT EXISTS (SELECT 1 FROM members WHERE rights = 'owner' AND id <> me.id
      AND removed_at IS NULL AND joined_at IS NOT NULL)
    AND EXISTS (SELECT 1 FROM members WHERE id <> me.id AND removed_at IS NULL AND joined_at IS NOT NULL) THEN
    RETURN '{"refused": "last-owner"}';
  END IF;
  -- A row may have been begun since the desk was asked what it has open.
  IF NOT coalesce((ask ->> 'force')::boolean, false)
    AND EXISTS (SELECT 1 FROM permits WHERE member = me.id AND state IN ('sending', 'doubt')) THEN
    RETURN '{"refused": "sending"}';
  END IF;
  
  UPDATE permits SET state = 'doubt' WHERE member = me.id AND state = 'sending';
  UPDATE members SET removed_at = clock_timestamp() WHERE id = me.id;
  EXECUTE format('ALTER ROLE %I NOLOGIN', me.db_role);
  -- With the last desk its open invitations end: nobody could give rights to who came by one.
  IF NOT EXISTS (SELECT 1 FROM members WHERE removed_at IS NULL AND joined_at IS NOT NULL) THEN
    FOR invited IN SELECT * FROM members WHERE removed_at IS NULL LOOP
      
  UPDATE permits SET state = 'doubt' WHERE member = invited.id AND state = 'sending';
  UPDATE members SET removed_at = clock_timestamp() WHERE id = invited.id;
  EXECUTE format('ALTER ROLE %I NOLOGIN', invited.db_role);
    END LOOP;
  END IF;
  INSERT INTO audit (what, about) VALUES ('leave', me.name);
  RETURN jsonb_build_object('name', me.name);
END $$;

CREATE FUNCTION forecourt.restored(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  the team;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF me.rights <> 'owner' THEN RETURN '{"refused": "rights"}'; END IF;
  UPDATE team SET generation = generation + 1 RETURNING * INTO the;
  INSERT INTO audit (what, about) VALUES ('restored', the.generation::text);
  RETURN jsonb_build_object('generation', the.generation);
END $$;

CREATE FUNCTION forecourt.go_on(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  who members; the team;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF me.rights <> 'owner' THEN RETURN '{"refused": "rights"}'; END IF;
  SELECT * INTO the FROM team;
  UPDATE members SET generation = the.generation
    WHERE lower(name) = lower(ask ->> 'name') AND removed_at IS NULL RETURNING * INTO who;
  IF NOT FOUND THEN RETURN '{"refused": "unknown"}'; END IF;
  INSERT INTO audit (what, about) VALUES ('go-on', who.name);
  RETURN jsonb_build_object('name', who.name);
END $$;

CREATE FUNCTION forecourt.read_audit(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
  entries jsonb;
BEGIN
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;

  IF me.rights <> 'owner' THEN RETURN '{"refused": "rights"}'; END IF;
  SELECT coalesce(jsonb_agg(jsonb_build_object('at', at, 'who', coalesce(name, who::text), 'what', what, 'about', about)
      ORDER BY at), '[]') INTO entries
    FROM (SELECT * FROM audit ORDER BY at DESC LIMIT 1000) AS newest LEFT JOIN members ON db_role = who;
  RETURN jsonb_build_object('entries', entries);
END $$;
