import { refusedIfRestored } from './account-of.ts'
import { called } from './called.ts'

/**
 * The account of the ask, locked: calls are counted one after the other. No session is asked for: several processes of a desk read at once.
 */
const accountOf = `
  ${refusedIfRestored}
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;`

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
CREATE FUNCTION forecourt.settle_quota(acc int) RETURNS void LANGUAGE plpgsql SET search_path = forecourt, pg_temp AS $$
DECLARE the team; ms bigint; at bigint; minute_now bigint;
BEGIN
  SELECT * INTO the FROM team;
  ${time}
  -- What was counted later than now was counted before the server's clock was set back.
  WITH late AS (DELETE FROM quota_minutes WHERE account = acc AND minute > minute_now + 3 RETURNING *)
  INSERT INTO quota_minutes (account, minute, member, orders, others)
    SELECT account, minute_now, member, sum(orders), sum(others) FROM late GROUP BY account, member ${more};
  DELETE FROM quota_minutes WHERE account = acc AND minute < minute_now - 43201;
  -- After a day the hours do, each at its end: a month of minutes would have to be added up for each call.
  WITH old AS (DELETE FROM quota_minutes WHERE account = acc AND minute < minute_now - 1500 AND minute % 60 <> 59 RETURNING *)
  INSERT INTO quota_minutes (account, minute, member, orders, others)
    SELECT account, minute / 60 * 60 + 59, member, sum(orders), sum(others) FROM old GROUP BY 1, 2, 3 ${more};
END $$;`

/** A tenth of a limit is kept for orders, as \`keptForOrders\` of the app has it. */
const keptForOrders = `
CREATE FUNCTION forecourt.kept_for_orders(most int) RETURNS int LANGUAGE sql IMMUTABLE
AS $$ SELECT least(most - 1, ceil(most * 0.1)::int) $$;`

/**
 * Counts one call, unless that would exceed a limit. It counts in the minute after this one, in which it may be made:
 * counted in this one, it would leave the team's hour before the service's. With \`back\` a call that was not made is
 * taken out again.
 */
const count = called(
  'count',
  `  acc accounts; the team; ms bigint; at bigint; minute_now bigint; hours record; months record; kept int;
  for_orders boolean := (ask ->> 'forOrders')::boolean; most int; got boolean;`,
  `${accountOf}
  SELECT * INTO the FROM team;
  ${time}
  IF (ask ->> 'back')::boolean THEN
    UPDATE quota_minutes SET orders = orders - for_orders::int, others = others - (NOT for_orders)::int
      WHERE account = acc.id AND member = me.id AND minute = (ask ->> 'minute')::bigint
        AND CASE WHEN for_orders THEN orders ELSE others END > 0;
    RETURN '{}';
  END IF;
  SELECT coalesce(sum(orders + others), 0) AS total, coalesce(sum(others), 0) AS others INTO months
    FROM quota_minutes WHERE account = acc.id AND minute >= minute_now - 43200;
  SELECT coalesce(sum(orders + others), 0) AS total, coalesce(sum(others), 0) AS others INTO hours
    FROM quota_minutes WHERE account = acc.id AND minute >= minute_now - 60;
  -- What each desk may still read while the server is away is nobody's.
  kept := away_calls(the.per_hour) * desks();
  -- Without a limit null, which least() leaves out.
  got := coalesce(least(the.per_hour - kept - hours.total, the.per_month - months.total,
    CASE WHEN NOT for_orders THEN least(the.per_hour - kept - kept_for_orders(the.per_hour) - hours.others,
      the.per_month - kept_for_orders(the.per_month) - months.others) END) > 0, true);
  IF got THEN
    INSERT INTO quota_minutes (account, minute, member, orders, others)
      VALUES (acc.id, minute_now + 1, me.id, for_orders::int, (NOT for_orders)::int) ${more};
  END IF;
  RETURN jsonb_build_object('got', got, 'minute', minute_now + 1);`,
)

/** All that the desks counted, and their limits. */
const quota = called(
  'quota',
  '  acc accounts; the team; ms bigint; at bigint; minute_now bigint; counted jsonb;',
  `${accountOf}
  SELECT * INTO the FROM team;
  ${time}
  UPDATE members SET seen_at = clock_timestamp() WHERE id = me.id;
  PERFORM settle_quota(acc.id);
  SELECT coalesce(jsonb_agg(jsonb_build_array(at - minute * ms, orders, others) ORDER BY minute), '[]') INTO counted FROM (
    SELECT minute, sum(orders) AS orders, sum(others) AS others FROM quota_minutes
    WHERE account = acc.id AND minute >= minute_now - 43200 GROUP BY minute) AS q;
  RETURN jsonb_build_object('perHour', the.per_hour, 'perMonth', the.per_month, 'away', away_calls(the.per_hour),
    'kept', away_calls(the.per_hour) * desks(), 'counted', counted);`,
)

/**
 * Number of reads an hour that a desk makes on its own without the server; taken from the limit beforehand, and none
 * without one.
 */
const awayCalls = `
CREATE FUNCTION forecourt.away_calls(per_hour int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT coalesce(per_hour / 100, 0) $$;
CREATE FUNCTION forecourt.desks() RETURNS int LANGUAGE sql STABLE SET search_path = forecourt, pg_temp
AS $$ SELECT count(*)::int FROM members WHERE removed_at IS NULL AND joined_at IS NOT NULL $$;`

/**
 * Adds a desk's own count, all of it when it joins. When the server went back in time, it adds calls after the server's
 * newest count. Of the last day it also adds those without a near count there, since the desk may have been counted
 * again before that was noticed. The same twice counts once.
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

const settings = called(
  'settings',
  '  the team;',
  `
  IF ask ? 'change' THEN
    IF me.rights <> 'owner' THEN RETURN '{"refused": "rights"}'; END IF;
    UPDATE team SET per_hour = CASE WHEN ask -> 'change' ? 'perHour' THEN (ask -> 'change' ->> 'perHour')::int ELSE per_hour END,
      per_month = CASE WHEN ask -> 'change' ? 'perMonth' THEN (ask -> 'change' ->> 'perMonth')::int ELSE per_month END;
  END IF;
  SELECT * INTO the FROM team;
  RETURN jsonb_build_object('perHour', the.per_hour, 'perMonth', the.per_month);`,
)

/** Number of calls that the desks make together. */
export const functionsOfQuota = [settleQuota, keptForOrders, awayCalls, count, quota, bringCalls, settings]
