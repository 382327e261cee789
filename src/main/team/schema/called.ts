/**
 * A function that desks call: it runs with the rights of who made the team, on tables that no desk may touch.
 * @param first what comes before it is looked up who asks
 */
export const called = (name: string, declare: string, body: string, first = ''): string => `
CREATE FUNCTION forecourt.${name}(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = forecourt, pg_temp AS $$
DECLARE
  me members;
${declare}
BEGIN
${first}
  SELECT * INTO me FROM members WHERE db_role = session_user AND removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "removed"}'; END IF;
${body}
END $$;`
