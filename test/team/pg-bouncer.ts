import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, type Postgres } from './postgres.ts'

const program = '/usr/sbin/pgbouncer'
const role = { name: 'bouncer', password: 'of-the-bouncer' }

export const hasPgBouncer = (): boolean => existsSync(program)

/** A PgBouncer in front of a test's PostgreSQL, set up as docs/command-line.md tells: what is tried here is what an administrator is told. */
export class PgBouncer {
  readonly port: number
  readonly #folder: string
  readonly #process: ChildProcess

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.port = port
    // A file for each client, and for each connection to the server: 1,024, which many systems begin with, are soon used up.
    const begin = ['sh', '-c', 'ulimit -n 4096; exec "$@"', 'sh', program, join(folder, 'pgbouncer.ini')]
    const [command = '', ...args] =
      process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...begin] : begin
    this.#process = spawn(command, args, { stdio: 'ignore', cwd: '/' })
  }

  /** @param connections the most that it has to the server, of all roles */
  static async start(postgres: Postgres, connections: number): Promise<PgBouncer> {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-bouncer-'))
    const port = await freePort()
    postgres.sql(`DO $$ BEGIN CREATE ROLE ${role.name} LOGIN PASSWORD '${role.password}'; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      CREATE OR REPLACE FUNCTION verifier_of(given text, OUT usename name, OUT passwd text) LANGUAGE sql SECURITY DEFINER
        SET search_path = pg_catalog AS 'SELECT usename, passwd FROM pg_shadow WHERE usename = given';
      REVOKE ALL ON FUNCTION verifier_of FROM public; GRANT EXECUTE ON FUNCTION verifier_of TO ${role.name}`)
    for (const name of ['server.key', 'server.pem'])
      copyFileSync(join(postgres.folder, name), join(folder, name))
    writeFileSync(join(folder, 'userlist.txt'), `"${role.name}" "${role.password}"\n`)
    writeFileSync(join(folder, 'pgbouncer.ini'), iniOf(folder, { port, server: postgres, connections }))
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', folder])
    chmodSync(join(folder, 'server.key'), 0o600)
    const bouncer = new PgBouncer(folder, port)
    await bouncer.#isUp()
    return bouncer
  }

  async #isUp(): Promise<void> {
    for (let left = 400; left > 0; left -= 1) {
      const isUp = await new Promise<boolean>((resolve) => {
        const socket = connect(this.port, '127.0.0.1', () => resolve(true)).once('error', () =>
          resolve(false),
        )
        socket.once('connect', () => socket.destroy())
      })
      if (isUp) return
      await pause(25)
    }
    throw new Error('PgBouncer does not start')
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGTERM')
    await ended
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

interface Place {
  readonly port: number
  readonly server: Postgres
  readonly connections: number
}

const iniOf = (folder: string, { port, server, connections }: Place): string =>
  [
    '[databases]',
    `* = host=${server.folder} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'pool_mode = transaction',
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
    'auth_type = scram-sha-256',
    `auth_file = ${folder}/userlist.txt`,
    `auth_user = ${role.name}`,
    'auth_query = SELECT usename, passwd FROM verifier_of($1)',
    'client_tls_sslmode = require',
    `client_tls_cert_file = ${folder}/server.pem`,
    `client_tls_key_file = ${folder}/server.key`,
    'max_client_conn = 2000',
    `max_db_connections = ${connections}`,
    `logfile = ${folder}/log`,
    '',
  ].join('\n')
