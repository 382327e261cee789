import { registerHooks } from 'node:module'

/** So much faster than real ones are the times of a desk and its server in most worlds. */
export const hurry = 10

/** What a desk waits for, by the file that says it. */
const times: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'team/team-permits.ts': ['deadlineMs = 10_000', `deadlineMs = ${10_000 / hurry}`],
  'team/team-turns.ts': ['sureFor = 5_000', `sureFor = ${5_000 / hurry}`],
  'team/connection.ts': ['limitMs = 10_000', `limitMs = ${10_000 / hurry}`],
  'team/team-budget.ts': ['awayFor = 10_000', `awayFor = ${10_000 / hurry}`],
  'batch/sending/waits.ts': ['?? 60) * 1_000', `?? 60) * ${1_000 / hurry}`],
  'http/http-client.ts': ['writeLimitMs ?? 60_000', `writeLimitMs ?? ${8_000 / hurry}`],
}

/** Changes the times while the app's source is loaded. One that is no longer found is an error. */
export function hurryDesk(): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const [, file = ''] = /\/src\/main\/(.+)$/.exec(url) ?? []
      const change = times[file]
      if (!change) return loaded
      const text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
      const changed = text.replace(...(change as [string, string]))
      if (changed === text) throw new Error(`${file} does not say ${change[0]}`)
      return { ...loaded, source: changed }
    },
  })
}

/** How long a desk that was killed is missed, and how long its rows may be under way: less than a life, and a few of them. */
const missedFor = '2000 milliseconds'
const underWayFor = '8000 milliseconds'

/** The same for the functions of the server that know times, as SQL to be run once a team was made. */
export const hurryServer = `
  DO $$ DECLARE each record; BEGIN
    FOR each IN SELECT pg_get_functiondef(p.oid) AS body FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = pronamespace
      WHERE nspname = 'forecourt' AND prosrc ~ '(seconds|minutes)''' LOOP
      EXECUTE regexp_replace(replace(replace(each.body, '''60 seconds''', '''${missedFor}'''), '''2 minutes''',
        '''${underWayFor}'''), '''(\\d+) seconds''', '''\\1 seconds''::interval / ${hurry}', 'g');
    END LOOP;
  END $$`
