import { called } from './called.ts'

const status = called(
  'status',
  '  the team; answer jsonb;',
  `
  -- A full disk is read from, and takes no row: that is noticed here.
  TRUNCATE room;
  INSERT INTO room VALUES ('taken');
  SELECT * INTO the FROM team;
  SELECT jsonb_build_object('team', the.id, 'me', me.name, 'rights', me.rights,
    'now', clock_timestamp(),
    'members', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'rights', rights, 'seenAt', seen_at,
        'joined', joined_at IS NOT NULL, 'checkedIn', coalesce(epoch = the.epoch, false), 'version', version,
        'doubts', (SELECT count(*) FROM permits WHERE member = members.id AND state = 'doubt'),
        'sending', (SELECT count(*) FROM permits WHERE member = members.id AND state = 'sending')) ORDER BY invited_at), '[]')
      FROM members WHERE removed_at IS NULL),
    'turns', (SELECT coalesce(jsonb_agg(jsonb_build_object('baseUrl', base_url, 'userId', user_id, 'kind', kind,
        'holder', name, 'since', since, 'waiting', (SELECT coalesce(jsonb_agg(waiter.name ORDER BY w.since), '[]')
          FROM turn_waits w JOIN members AS waiter ON waiter.id = w.member WHERE w.account = turns.account AND w.kind = turns.kind
            AND w.asked_at > clock_timestamp() - interval '10 seconds')) ORDER BY turns.account, kind), '[]')
      FROM turns JOIN accounts ON accounts.id = turns.account JOIN members ON members.id = holder
      WHERE until > clock_timestamp() AND turns.since <= clock_timestamp()),
    'accounts', (SELECT coalesce(jsonb_agg(jsonb_build_object('baseUrl', base_url, 'userId', user_id, 'head', head,
        'creates', (SELECT count(*) FROM permits WHERE account = accounts.id AND operation = 'create' AND state = 'done'))
        ORDER BY id), '[]') FROM accounts)) INTO answer;
  RETURN answer;`,
)

const onlyOwner = `IF me.rights <> 'owner' THEN RETURN '{"refused": "rights"}'; END IF;`

const invite = called(
  'invite',
  '  the team; role name; nr int := 1 + floor(random() * 2147483646);',
  `
  ${onlyOwner}
  PERFORM 1 FROM members WHERE lower(name) = lower(ask ->> 'name') AND removed_at IS NULL;
  IF FOUND THEN RETURN '{"refused": "name"}'; END IF;
  SELECT * INTO the FROM team;
  role := format('forecourt_%s_%s', the.id, nr);
  -- One that nobody used is worth nothing after a day.
  EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L VALID UNTIL %L IN ROLE %I', role, ask ->> 'verifier',
    clock_timestamp() + interval '24 hours', the.desks);
  INSERT INTO members (id, db_role, name, rights)
    VALUES (nr, role, ask ->> 'name', ask ->> 'rights');
  RETURN jsonb_build_object('team', the.id, 'role', role);`,
)

const enter = called(
  'enter',
  '',
  `
  IF me.joined_at IS NOT NULL THEN RETURN '{"refused": "used"}'; END IF;
  EXECUTE format('ALTER ROLE %I PASSWORD %L VALID UNTIL ''infinity''', me.db_role, ask ->> 'verifier');
  UPDATE members SET joined_at = clock_timestamp(), seen_at = clock_timestamp() WHERE id = me.id;
  RETURN jsonb_build_object('name', me.name, 'rights', me.rights, 'team', (SELECT id FROM team));`,
)

/**
 * Nothing of a desk that ends is forgotten: its permits stay, those in flight as doubts, which still refuse others and
 * are reported to them. The account is locked before its permit, as everywhere.
 */
const ended = (who: string): string => `
  FOR under_way IN SELECT account, key FROM permits WHERE member = ${who}.id AND state = 'sending' ORDER BY account, no LOOP
    UPDATE accounts SET head = head + 1 WHERE id = under_way.account RETURNING head INTO nr;
    UPDATE permits SET state = 'doubt', no = nr
      WHERE account = under_way.account AND member = ${who}.id AND key = under_way.key AND state = 'sending';
  END LOOP;
  UPDATE members SET removed_at = clock_timestamp() WHERE id = ${who}.id;
  EXECUTE format('ALTER ROLE %I NOLOGIN', ${who}.db_role);`

const remove = called(
  'remove',
  '  who members; under_way record; nr bigint;',
  `
  ${onlyOwner}
  SELECT * INTO who FROM members WHERE lower(name) = lower(ask ->> 'name') AND removed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "unknown"}'; END IF;
  IF who.id = me.id THEN RETURN '{"refused": "self"}'; END IF;
  ${ended('who')}
  BEGIN
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = who.db_role;
  EXCEPTION WHEN insufficient_privilege THEN
    -- Every call looks at the member again: a connection that stays open is of no use.
    NULL;
  END;
  RETURN jsonb_build_object('name', who.name);`,
)

const leave = called(
  'leave',
  '  invited members; under_way record; nr bigint;',
  `
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
  ${ended('me')}
  -- With the last desk its open invitations end: nobody could give rights to who came by one.
  IF NOT EXISTS (SELECT 1 FROM members WHERE removed_at IS NULL AND joined_at IS NOT NULL) THEN
    FOR invited IN SELECT * FROM members WHERE removed_at IS NULL LOOP
      ${ended('invited')}
    END LOOP;
  END IF;
  RETURN jsonb_build_object('name', me.name);`,
)

const setRights = called(
  'set_rights',
  '  who members;',
  `
  ${onlyOwner}
  -- Of two owners who give up their rights at once one stays.
  PERFORM pg_advisory_xact_lock(hashtext('forecourt'));
  SELECT * INTO who FROM members WHERE lower(name) = lower(ask ->> 'name') AND removed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "unknown"}'; END IF;
  IF ask ->> 'rights' <> 'owner' AND NOT EXISTS (SELECT 1 FROM members WHERE rights = 'owner' AND id <> who.id
      AND removed_at IS NULL AND joined_at IS NOT NULL) THEN
    RETURN '{"refused": "last-owner"}';
  END IF;
  UPDATE members SET rights = ask ->> 'rights' WHERE id = who.id;
  RETURN jsonb_build_object('name', who.name, 'rights', ask ->> 'rights');`,
)

const restored = called(
  'restored',
  '',
  `
  ${onlyOwner}
  UPDATE team SET past = past || epoch, epoch = gen_random_uuid(), made_as = identity();
  RETURN '{}';`,
)

/** Functions about the desks of their team. */
export const functionsOfDesks = [status, invite, enter, remove, leave, setRights, restored]
