import { accountOf, refusedIfRestored } from './account-of.ts'
import { called } from './called.ts'

/**
 * Identity of the database: another one once it was restored from a dump (by the table's number), to a point in time,
 * or elsewhere.
 */
const identity = `
CREATE FUNCTION forecourt.identity() RETURNS text LANGUAGE sql STABLE SET search_path = forecourt, pg_temp AS $$
  SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()), (SELECT timeline_id FROM pg_control_checkpoint()),
    'team'::regclass::oid) $$;`

/**
 * A database restored from a dump lacks the desks that joined since, but not their roles. It readmits them by these, so
 * that no desk sends before it said what it sent. What they may do an owner says again. Those that were removed can't
 * log in; an invitation ends with its day.
 */
const remember = `
  INSERT INTO members (id, db_role, name, rights, joined_at)
    SELECT substr(rolname, length(desks) + 2)::int, rolname, rolname, 'viewer', clock_timestamp() FROM pg_roles, team
      WHERE rolname ~ ('^' || desks || '_[0-9]+$') AND rolcanlogin AND rolvaliduntil = 'infinity'
        AND NOT EXISTS (SELECT 1 FROM members WHERE db_role = rolname)
    ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS remembered = ROW_COUNT;`

const hello = called(
  'hello',
  "  the team; known uuid := (ask ->> 'epoch')::uuid; remembered int; went_back boolean; behind boolean; open jsonb;",
  `
  SELECT * INTO the FROM team FOR UPDATE;
  IF (ask ->> 'protocol')::int < the.protocol THEN RETURN '{"refused": "desk-older"}'; END IF;
  IF (ask ->> 'protocol')::int > the.protocol THEN RETURN '{"refused": "desk-newer"}'; END IF;
  IF (ask ->> 'fingerprints')::int <> the.fingerprints THEN RETURN '{"refused": "protocol"}'; END IF;
  IF current_setting('fsync') <> 'on' THEN RETURN '{"refused": "fsync"}'; END IF;
  -- Each of these alone is enough that the server may have gone back in time: then it doesn't know all permits any more.
  went_back := remembered > 0 OR the.made_as <> identity() OR known <> the.epoch AND known <> ALL (the.past)
    OR known = the.epoch AND ((ask ->> 'answered')::bigint > me.asked OR EXISTS (
      SELECT 1 FROM jsonb_to_recordset(ask -> 'heads') AS mine (url text, "user" bigint, head bigint)
        LEFT JOIN accounts ON base_url = mine.url AND user_id = mine."user" WHERE mine.head > coalesce(accounts.head, 0)));
  IF went_back THEN
    UPDATE team SET past = past || epoch, epoch = gen_random_uuid(), made_as = identity() RETURNING * INTO the;
  END IF;
  behind := (ask ->> 'asked')::bigint < me.asked;
  -- A process beside the one that sends from the same folder ends nothing: it speaks in its session.
  UPDATE members SET session = session + CASE WHEN (ask ->> 'aside')::boolean THEN 0 ELSE 1 END, seen_at = clock_timestamp(), joined_at = coalesce(joined_at, clock_timestamp()),
    version = ask ->> 'version', asked = greatest(asked, (ask ->> 'asked')::bigint),
    name = CASE WHEN name <> db_role THEN name WHEN EXISTS (SELECT 1 FROM members AS other WHERE lower(other.name) = lower(ask ->> 'name')
      AND other.removed_at IS NULL) THEN format('%s (%s)', ask ->> 'name', id) ELSE ask ->> 'name' END
    WHERE id = me.id RETURNING * INTO me;
  SELECT coalesce(jsonb_agg(jsonb_build_object('url', base_url, 'user', user_id, 'key', key, 'attempt', attempt,
      'state', permits.state)), '[]') INTO open
    FROM permits JOIN accounts ON accounts.id = permits.account
    WHERE member = me.id AND permits.state IN ('sending', 'doubt');
  RETURN jsonb_build_object('team', the.id, 'member', me.id, 'name', me.name, 'rights', me.rights, 'epoch', the.epoch,
    'isJoined', coalesce(me.epoch = the.epoch AND known = the.epoch, false), 'session', me.session, 'asked', me.asked, 'behind', behind,
    'open', open);`,
  remember,
)

const bring = called(
  'bring',
  '  acc accounts; each record; old permits; whose int; owner int; nr bigint; cp int;',
  `${accountOf}
  FOR each IN SELECT * FROM jsonb_to_recordset(ask -> 'rows') AS given (member int, name text, key text, attempt int, operation text,
    fingerprint text, "stockKey" text, copy int, "autoId" bigint, payload jsonb, before jsonb, state text, at timestamptz)
  LOOP
    whose := coalesce(each.member, me.id);
    IF each.member IS NOT NULL THEN
      -- What others heard of a desk counts until it said it itself.
      CONTINUE WHEN EXISTS (SELECT 1 FROM members WHERE id = whose AND epoch = (SELECT epoch FROM team));
      -- One that joined after the backup, whose role went with it.
      INSERT INTO members (id, db_role, name, rights, joined_at, removed_at)
        SELECT whose, format('%s_%s', desks, whose), each.name, 'viewer', clock_timestamp(), clock_timestamp() FROM team
        ON CONFLICT DO NOTHING;
    END IF;
    SELECT * INTO old FROM permits WHERE account = acc.id AND key = each.key AND fingerprint = each.fingerprint;
    IF old.state IN ('sending', 'doubt', 'done') THEN
      -- A desk that was removed and joined again has another number: its rows are its own all the same.
      owner := CASE WHEN each.member IS NULL AND EXISTS (SELECT 1 FROM members WHERE id = old.member AND removed_at IS NOT NULL)
        THEN me.id ELSE old.member END;
      CONTINUE WHEN owner = old.member
        AND (old.state = 'done' OR old.state = each.state AND old.attempt >= each.attempt OR old.member <> whose);
      -- With a number of its own: another desk may have read the log already.
      UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
      UPDATE permits SET no = nr, member = owner, attempt = greatest(attempt, each.attempt),
        state = CASE WHEN state = 'done' THEN state ELSE each.state END, auto_id = coalesce(each."autoId", auto_id)
        WHERE account = acc.id AND no = old.no;
      CONTINUE;
    END IF;
    -- The copy that its permit was for, of which a server that went back in time knows nothing, or the next that is free.
    cp := greatest(1, each.copy);
    WHILE EXISTS (SELECT 1 FROM permits WHERE account = acc.id AND fingerprint = each.fingerprint AND copy = cp
      AND operation = 'create' AND stock_key IS NULL AND state IN ('sending', 'doubt', 'done') AND key <> each.key) LOOP cp := cp + 1; END LOOP;
    UPDATE accounts SET head = head + 1 WHERE id = acc.id RETURNING head INTO nr;
    BEGIN
      INSERT INTO permits (account, no, member, key, attempt, operation, fingerprint, copy, stock_key, auto_id, payload,
          before, state, granted_at, ended_at)
        VALUES (acc.id, nr, whose, each.key, each.attempt, each.operation, each.fingerprint, cp, each."stockKey",
          each."autoId", each.payload, each.before, each.state, coalesce(each.at, clock_timestamp()), clock_timestamp())
        ON CONFLICT (account, key, fingerprint) DO UPDATE SET no = nr, member = whose, attempt = greatest(permits.attempt, excluded.attempt), copy = cp,
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
  '',
  `
  ${refusedIfRestored}
  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  UPDATE members SET epoch = (SELECT epoch FROM team), seen_at = clock_timestamp() WHERE id = me.id;
  RETURN '{}';`,
)

/**
 * First message of a desk on a connection, and its report to a team that doesn't know it, or that went back in time.
 */
export const functionsOfArrivals = [identity, hello, bring, checkIn]
