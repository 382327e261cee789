import { accountOf } from './account-of.ts'
import { called } from './called.ts'

/**
 * A database that was restored from a dump forgets the desks that joined since, and not their roles: by them it takes the desks in again,
 * so that nobody sends before they said what they sent. Those that were removed can't log in; an invitation ends with its day.
 */
const remember = `
  INSERT INTO members (id, db_role, name, rights, joined_at) OVERRIDING SYSTEM VALUE
    SELECT nr, rolname, CASE WHEN EXISTS (SELECT 1 FROM members WHERE lower(name) = lower(called ->> 'name') AND removed_at IS NULL)
        THEN format('%s (%s)', called ->> 'name', nr) ELSE called ->> 'name' END, called ->> 'rights', clock_timestamp()
      FROM (SELECT rolname, substr(rolname, length(desks) + 2)::int AS nr, shobj_description(pg_roles.oid, 'pg_authid')::jsonb AS called
        FROM pg_roles, team WHERE rolname ~ ('^' || desks || '_[0-9]+$') AND rolcanlogin AND rolvaliduntil = 'infinity') AS joined
      WHERE NOT EXISTS (SELECT 1 FROM members WHERE db_role = rolname)
    ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS remembered = ROW_COUNT;`

const hello = called(
  'hello',
  '  the team; lost bigint; heads jsonb; remembered int; went_back boolean; behind boolean; open jsonb;',
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
  went_back := lost > 0 OR remembered > 0 OR the.made_as <> 'team'::regclass OR the.system_id <> (SELECT system_identifier::text FROM pg_control_system())
    OR the.timeline <> (SELECT timeline_id FROM pg_control_checkpoint());
  IF went_back THEN
    UPDATE team SET generation = greatest(generation,
        (SELECT coalesce(max(generation), 0) FROM jsonb_to_recordset(heads) AS mine (generation int))) + 1,
      system_id = (SELECT system_identifier::text FROM pg_control_system()),
      timeline = (SELECT timeline_id FROM pg_control_checkpoint()), made_as = 'team'::regclass
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
    'generation', the.generation, 'checkedIn', me.said = the.generation, 'session', me.session, 'asked', me.asked,
    'behind', behind, 'open', open);`,
  remember,
)

const bring = called(
  'bring',
  '  acc accounts; each record; before record; whose int; nr bigint; cp int;',
  `${accountOf}
  FOR each IN SELECT * FROM jsonb_to_recordset(ask -> 'rows') AS given (member int, name text, key text, attempt int, operation text,
    fingerprint text, "stockKey" text, copy int, "autoId" bigint, payload jsonb, before jsonb, state text, at timestamptz)
  LOOP
    whose := coalesce(each.member, me.id);
    IF each.member IS NOT NULL THEN
      -- What others heard of a desk counts until it said it itself, under whatever number.
      CONTINUE WHEN EXISTS (SELECT 1 FROM members WHERE id = whose AND said = (SELECT generation FROM team))
        OR EXISTS (SELECT 1 FROM permits WHERE account = acc.id AND key = each.key AND fingerprint = each.fingerprint AND member <> whose);
      -- One that joined after the backup, whose role went with it.
      INSERT INTO members (id, db_role, name, rights, joined_at, removed_at) OVERRIDING SYSTEM VALUE
        SELECT whose, format('%s_%s', desks, whose), each.name, 'viewer', clock_timestamp(), clock_timestamp() FROM team
        ON CONFLICT DO NOTHING;
    END IF;
    -- A desk that was removed and joined again has another number: its rows are its own all the same.
    FOR before IN SELECT permits.no FROM permits JOIN members ON members.id = permits.member
      WHERE account = acc.id AND key = each.key AND fingerprint = each.fingerprint AND each.member IS NULL
        AND removed_at IS NOT NULL LOOP
      EXIT WHEN EXISTS (SELECT 1 FROM permits WHERE account = acc.id AND member = me.id AND key = each.key);
      UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
      UPDATE permits SET member = me.id, no = nr WHERE account = acc.id AND no = before.no;
    END LOOP;
    PERFORM 1 FROM permits WHERE account = acc.id AND member = whose AND key = each.key AND state IN ('sending', 'doubt')
      AND (state <> each.state OR attempt < each.attempt);
    IF FOUND THEN
      -- With a number of its own: another desk may have read the log already.
      UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
      UPDATE permits SET no = nr, attempt = greatest(attempt, each.attempt), state = each.state,
        auto_id = coalesce(each."autoId", auto_id) WHERE account = acc.id AND member = whose AND key = each.key;
    END IF;
    PERFORM 1 FROM permits WHERE account = acc.id AND member = whose AND key = each.key
      AND state IN ('sending', 'doubt', 'done');
    CONTINUE WHEN FOUND;
    -- The copy that its permit was for, of which a server that went back in time knows nothing, or the next that is free.
    cp := greatest(1, each.copy);
    WHILE EXISTS (SELECT 1 FROM permits WHERE account = acc.id AND fingerprint = each.fingerprint AND copy = cp
      AND operation = 'create' AND stock_key IS NULL AND state IN ('sending', 'doubt', 'done')
      AND NOT (member = whose AND key = each.key)) LOOP cp := cp + 1; END LOOP;
    UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
    BEGIN
      INSERT INTO permits (account, no, member, key, attempt, operation, fingerprint, copy, stock_key, auto_id, payload,
          before, state, granted_at, ended_at)
        VALUES (acc.id, nr, whose, each.key, each.attempt, each.operation, each.fingerprint, cp, each."stockKey",
          each."autoId", each.payload, each.before, each.state, coalesce(each.at, clock_timestamp()), clock_timestamp())
        ON CONFLICT (account, member, key) DO UPDATE SET no = nr, attempt = greatest(permits.attempt, excluded.attempt), copy = cp,
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

/** With what a desk begins a connection, and what it tells a team that doesn't know it, or that went back in time. */
export const functionsOfArrivals = [hello, bring, checkIn]
