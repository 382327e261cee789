/** A rule of the team that is taken away, to see whether the loop notices. */
export interface Mutant {
  /** As SQL, to be run once a team was made. */
  readonly server: string
}

/** Replaces text in a function of the server; one that does not have it is an error. */
const changed = (name: string, from: string, to: string): string => `
  DO $do$ DECLARE body text; BEGIN
    SELECT pg_get_functiondef(p.oid) INTO STRICT body FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = pronamespace
      WHERE nspname = 'forecourt' AND proname = '${name}';
    IF position($from$${from}$from$ IN body) = 0 THEN RAISE '${name} does not say it'; END IF;
    EXECUTE replace(body, $from$${from}$from$, $to$${to}$to$);
  END $do$;`

export const mutants: Readonly<Record<string, Mutant>> = {
  /** A permit becomes free by time, as a lease does. */
  'lease-only': {
    server: `DROP INDEX forecourt.permits_one_create; ${changed(
      'permit',
      `AND state IN ('sending', 'doubt', 'done') AND key <> ask ->> 'key'`,
      `AND (state = 'done' OR state IN ('sending', 'doubt') AND granted_at > clock_timestamp() - interval '1500 milliseconds')
       AND key <> ask ->> 'key'`,
    )}`,
  },
  /** After a restore nobody waits for what the others sent. */
  'no-check-in': { server: changed('permit', 'IF waits IS NOT NULL THEN', 'IF false THEN') },
}
