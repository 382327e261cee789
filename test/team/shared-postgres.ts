import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Postgres } from './postgres.ts'

let shared: Promise<Postgres> | undefined

/** The folders of the servers that processes of one run started, of which this is the first process. */
const listOf = (run: number): string => join(tmpdir(), `forecourt-postgres-of-${run}`)

/** One server for all files of tests that this process runs. The end of the run ends it (test/one-run.ts). */
export async function sharedPostgres(): Promise<Postgres> {
  shared ??= start()
  const postgres = await shared
  // A test that failed may have left it ended.
  if (!postgres.isRunning) await postgres.begin()
  return postgres
}

async function start(): Promise<Postgres> {
  const postgres = await Postgres.start()
  appendFileSync(listOf(process.ppid), `${postgres.folder}\n`)
  return postgres
}

/** Ends the servers of a run. */
export async function endShared(run: number): Promise<void> {
  const list = listOf(run)
  if (!existsSync(list)) return
  for (const folder of readFileSync(list, 'utf8').trim().split('\n')) await Postgres.removeFrom(folder)
  rmSync(list)
}
