import { called } from './called.ts'
import { accountOf } from './account-of.ts'

/**
 * The turn of one kind for a desk: 15 seconds, renewed by each question, with another number (`fence`) for each other
 * desk. Its holder gives way after 10 seconds if another desk waits. Of those, the first to come has it next, and the
 * former holder comes last. It is for order alone: what may be sent is the permit's to say. Desks may call it and reach
 * no table by it.
 */
const takeTurn = `
CREATE FUNCTION forecourt.take_turn(acc int, who int, which text) RETURNS jsonb LANGUAGE plpgsql
SET search_path = forecourt, pg_temp AS $$
DECLARE t turns; first record; at timestamptz := clock_timestamp();
BEGIN
  INSERT INTO turns (account, kind) VALUES (acc, which) ON CONFLICT DO NOTHING;
  SELECT * INTO t FROM turns WHERE account = acc AND kind = which FOR UPDATE;
  -- What lies ahead was written before the server's clock was set back: nobody knows how long ago.
  IF t.since > at THEN t.until := '-infinity'; END IF;
  DELETE FROM turn_waits WHERE account = acc AND kind = which AND (asked_at < at - interval '10 seconds' OR since > at);
  INSERT INTO turn_waits (account, kind, member, since, asked_at) VALUES (acc, which, who, at, at)
    ON CONFLICT (account, kind, member) DO UPDATE SET asked_at = at;
  SELECT member, name INTO first FROM turn_waits JOIN members ON members.id = member
    WHERE account = acc AND kind = which AND removed_at IS NULL
      AND NOT (member = who AND t.holder = who AND t.until > at)
    ORDER BY (t.gave_way AND member = t.holder), turn_waits.since, member LIMIT 1;
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
END $$;`

const turn = called(
  'turn',
  '  acc accounts;',
  `${accountOf}
  RETURN take_turn(acc.id, me.id, ask ->> 'kind');`,
)

/** The end of a turn, by its own number: one that is late ends no later turn. Who gave way goes on waiting, unless it leaves. */
const turnEnd = called(
  'turn_end',
  '  acc accounts;',
  `${accountOf}
  UPDATE turns SET until = clock_timestamp()
    WHERE account = acc.id AND kind = ask ->> 'kind' AND holder = me.id AND fence = (ask ->> 'fence')::bigint;
  IF (ask ->> 'leaves')::boolean THEN
    DELETE FROM turn_waits WHERE account = acc.id AND kind = ask ->> 'kind' AND member = me.id;
  END IF;
  RETURN '{}';`,
)

/** Functions of turns. */
export const functionsOfTurns = [takeTurn, turn, turnEnd]
