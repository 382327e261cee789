import { refusedIfRestored } from './account-of.ts'
import { called } from './called.ts'

/**
 * The account of the ask, locked: desks are counted one after the other. No session is asked for: a block belongs to who asked for it, and
 * several processes of a desk read at once.
 */
const accountOf = `
  ${refusedIfRestored}
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;`

/** The minute in which a block counts: the one after its end in which the last of its calls may still have been under way. */
const minuteOf = (block: string): string => `(${block}.ends + ms / 2) / ms`

/** The time, in ms since 1970 and in minutes. */
const time = `
  ms := the.minute_ms;
  at := floor(extract(epoch FROM clock_timestamp()) * 1000);
  minute_now := at / ms;`

const more = `
  ON CONFLICT (account, minute, member) DO UPDATE SET orders = quota_minutes.orders + excluded.orders,
    others = quota_minutes.others + excluded.others`

/** Puts the account's counts in order. Desks may call it and reach no table by it. */
const settleQuota = `
CREATE OR REPLACE FUNCTION forecourt.settle_quota(acc int) RETURNS void LANGUAGE plpgsql SET search_path = forecourt, pg_temp AS $$
DECLARE the team; ms bigint; at bigint; minute_now bigint;
BEGIN
  SELECT * INTO the FROM team;
  ${time}
  -- What was counted later than now was counted before the server's clock was set back.
  UPDATE quota_blocks SET ends = at + ms WHERE account = acc AND ends > at + ms;
  WITH late AS (DELETE FROM quota_minutes WHERE account = acc AND minute > minute_now + 3 RETURNING *)
  INSERT INTO quota_minutes (account, minute, member, orders, others)
    SELECT account, minute_now, member, sum(orders), sum(others) FROM late GROUP BY account, member ${more};
  -- Of what no desk has told anything since, all calls were made.
  WITH silent AS (DELETE FROM quota_blocks WHERE account = acc AND ends + ms / 2 <= at RETURNING *)
  INSERT INTO quota_minutes (account, minute, member, orders, others)
    SELECT account, ${minuteOf('silent')}, member, coalesce(sum(size) FILTER (WHERE for_orders), 0),
      coalesce(sum(size) FILTER (WHERE NOT for_orders), 0) FROM silent GROUP BY 1, 2, 3 ${more};
  DELETE FROM quota_minutes WHERE account = acc AND minute < minute_now - 43201;
  -- After a day the hours do, each at its end: a month of minutes would have to be added up for each block.
  WITH old AS (DELETE FROM quota_minutes WHERE account = acc AND minute < minute_now - 1500 AND minute % 60 <> 59 RETURNING *)
  INSERT INTO quota_minutes (account, minute, member, orders, others)
    SELECT account, minute / 60 * 60 + 59, member, sum(orders), sum(others) FROM old GROUP BY 1, 2, 3 ${more};
END $$;`

/** A tenth of a limit is kept for orders, as \`keptForOrders\` of the app has it. */
const keptForOrders = `
CREATE OR REPLACE FUNCTION forecourt.kept_for_orders(most int) RETURNS int LANGUAGE sql IMMUTABLE
AS $$ SELECT least(most - 1, ceil(most * 0.1)::int) $$;`

/** How many calls a desk gets of what is left: fewer the less is left, so that no desk holds what another needs. */
const quota = called(
  'quota',
  `  acc accounts; the team; old record; ms bigint; at bigint; minute_now bigint; hours record; months record; room int;
  for_orders boolean; given int; got int := 0; desks int; counted jsonb; blocks jsonb;`,
  `${accountOf}
  SELECT * INTO the FROM team;
  ${time}
  UPDATE members SET seen_at = clock_timestamp() WHERE id = me.id;
  -- What is told of a block counts at the end of its life: a call may have been made then.
  FOR old IN SELECT b.*, least(b.size, greatest(0, told.used)) AS made
    FROM jsonb_to_recordset(ask -> 'ended') AS told (key text, used int)
    JOIN quota_blocks b ON b.account = acc.id AND b.member = me.id AND b.key = told.key LOOP
    DELETE FROM quota_blocks WHERE account = acc.id AND member = me.id AND key = old.key;
    INSERT INTO quota_minutes (account, minute, member, orders, others) VALUES (acc.id, ${minuteOf('old')}, me.id,
      CASE WHEN old.for_orders THEN old.made ELSE 0 END, CASE WHEN old.for_orders THEN 0 ELSE old.made END) ${more};
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
    'counted', counted, 'blocks', blocks);`,
)

/**
 * What a desk counted by itself: all of it when it joins; when the server went back in time, what came after the server's newest count
 * of it, and of the last day also what the server has nothing near of, since the desk may have been counted again before
 * anybody noticed. The same twice counts once.
 */
const bringCalls = called(
  'bring_calls',
  '  acc accounts; the team; ms bigint; at bigint; minute_now bigint; since bigint;',
  `${accountOf}
  SELECT * INTO the FROM team;
  ${time}
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
  RETURN '{}';`,
)

/** All that the team counted, for a desk that leaves; what is held counts as made. */
const callsHome = called(
  'calls_home',
  '  acc accounts; the team; ms bigint; at bigint; minute_now bigint; counted jsonb;',
  `${accountOf}
  SELECT * INTO the FROM team;
  ${time}
  PERFORM settle_quota(acc.id);
  SELECT coalesce(jsonb_agg(jsonb_build_array(at - minute * ms, orders, others) ORDER BY minute), '[]') INTO counted FROM (
    SELECT minute, sum(orders) AS orders, sum(others) AS others FROM (
      SELECT minute, orders, others FROM quota_minutes WHERE account = acc.id AND minute >= minute_now - 43200 UNION ALL
      SELECT minute_now, CASE WHEN b.for_orders THEN size ELSE 0 END, CASE WHEN b.for_orders THEN 0 ELSE size END
      FROM quota_blocks b WHERE account = acc.id) AS each GROUP BY minute) AS q;
  RETURN jsonb_build_object('counted', counted);`,
)

const settings = called(
  'settings',
  '  the team;',
  `
  IF ask ? 'change' THEN
    IF me.rights <> 'owner' THEN RETURN '{"refused": "rights"}'; END IF;
    UPDATE team SET per_hour = CASE WHEN ask -> 'change' ? 'perHour' THEN (ask -> 'change' ->> 'perHour')::int ELSE per_hour END,
      per_month = CASE WHEN ask -> 'change' ? 'perMonth' THEN (ask -> 'change' ->> 'perMonth')::int ELSE per_month END;
    INSERT INTO audit (what, about) VALUES ('settings', ask ->> 'change');
  END IF;
  SELECT * INTO the FROM team;
  RETURN jsonb_build_object('perHour', the.per_hour, 'perMonth', the.per_month);`,
)

/** How many calls the desks make together. */
export const functionsOfQuota = [settleQuota, keptForOrders, quota, bringCalls, callsHome, settings]
