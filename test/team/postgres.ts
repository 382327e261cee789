import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In memory where that can be: the folders of tests themselves may not be opened by another user of the system. */
const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const password = 'of-the-administrator'

/** Debian's server, of which there may be several versions. */
function binaries(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
  if (found === undefined) throw new Error('PostgreSQL is missing: node scripts/ready.mjs --tests')
  return found
}

/** Programs of the administrator may not be on the way to programs of whoever runs the tests. */
process.env.PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`

/** PostgreSQL refuses to run as root. */
const asServer = (command: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, [...args]]

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

let made: string | undefined

/**
 * The folder of a server that has not begun yet, with its certificate: each server is a copy, as `initdb` takes seconds. Made once
 * in a run (`test/prepared-run.ts`), or once in a process outside of one.
 */
function template(): string {
  made ??= process.env.FORECOURT_TEST_POSTGRES ?? makeTemplate()
  return made
}

/** The variable that says where a run has its template. */
export const templateFolder = 'FORECOURT_TEST_POSTGRES'

let shared: Promise<Postgres> | undefined

/** The folder of the servers that are not removed by who started them. */
function sharedFolder(): string {
  const folder = `${template()}-shared`
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Ends and removes the servers that the processes of a run shared. */
export function removeShared(of: string): void {
  const folder = `${of}-shared`
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const data = join(folder, name, 'data')
    const [command, args] = asServer(join(binaries(), 'pg_ctl'), [
      '-D',
      data,
      '-m',
      'immediate',
      '-w',
      'stop',
    ])
    // It may have ended by itself.
    spawnSync(command, args, { stdio: 'ignore', cwd: '/' })
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

export const hasPostgres = (): boolean => existsSync('/usr/lib/postgresql')

/** A server's certificate, and that of the authority that signs it. */
function makeCertificate(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const root = ['-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test CA']
  openssl('req', '-x509', ...key, ...root)
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost')
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost\n')
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names', '-days', '2']
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.pem')
}

export function makeTemplate(): string {
  const folder = mkdtempSync(join(base, 'forecourt-postgres-template-'))
  process.once('exit', () => {
    removeShared(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  makeCertificate(folder)
  writeFileSync(join(folder, 'password'), password)
  const data = join(folder, 'data')
  mkdirSync(data)
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', folder])
  chmodSync(join(folder, 'server.key'), 0o600)
  chmodSync(folder, 0o755)
  const login = ['-U', 'postgres', '--pwfile', join(folder, 'password'), '-A', 'scram-sha-256']
  const quick = ['--no-sync', '-N', '--no-instructions']
  const [command, args] = asServer(join(binaries(), 'initdb'), ['-D', data, ...login, ...quick])
  execFileSync(command, args, { stdio: 'ignore', cwd: '/' })
  writeFileSync(
    join(data, 'pg_hba.conf'),
    'hostssl all all 127.0.0.1/32 scram-sha-256\nlocal all postgres trust\nlocal replication postgres trust\nlocal all all scram-sha-256\n',
  )
  return folder
}

/** A PostgreSQL of a test's own, over TLS with a certificate that only this test trusts. */
export class Postgres {
  readonly folder: string
  readonly port: number
  readonly #bin = binaries()
  #process: ChildProcess | null = null

  private constructor(folder: string, port: number) {
    this.folder = folder
    this.port = port
  }

  /**
   * The server of this process, for files that leave it as it came: without a team, and with the settings that it began with. It
   * ends with the run.
   */
  static shared(): Promise<Postgres> {
    return (shared ??= Postgres.start([], mkdtempSync(join(sharedFolder(), 'server-'))))
  }

  /** A server of the caller's own, which removes it. */
  static async start(
    settings: readonly string[] = [],
    folder = mkdtempSync(join(base, 'forecourt-postgres-')),
  ): Promise<Postgres> {
    for (let tries = 1; ; tries++) {
      const server = new Postgres(folder, await freePort())
      if (tries === 1) server.#make()
      try {
        await server.begin(settings)
        return server
      } catch (error) {
        // Another program may have taken the port meanwhile.
        if (tries === 3) throw error
      }
    }
  }

  /** Goes by a certificate of another authority than the other servers of a run, from when it begins next. */
  certify(): void {
    makeCertificate(this.folder)
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', this.folder])
  }

  /** The path of the certificate that the server's own is signed by. */
  get ca(): string {
    return join(this.folder, 'ca.pem')
  }

  get address(): string {
    return `postgresql://postgres@localhost:${this.port}/postgres`
  }

  get password(): string {
    return password
  }

  #make(): void {
    const made = template()
    execFileSync('cp', ['-a', `${made}/.`, this.folder])
    chmodSync(this.folder, 0o755)
  }

  /** A program of PostgreSQL, to its end. */
  run(program: string, ...args: string[]): string {
    const [command, all] = asServer(join(this.#bin, program), args)
    return execFileSync(command, all, { stdio: ['ignore', 'pipe', 'ignore'], cwd: '/', encoding: 'utf8' })
  }

  /** As its administrator, over the socket. @returns the rows, a line each */
  sql(statement: string): string {
    return this.run('psql', ...this.#local, '-v', 'ON_ERROR_STOP=1', '-qtA', '-c', statement).trim()
  }

  /** A backup of the team, as its administrator makes it. */
  dump(): string {
    return this.run('pg_dump', ...this.#local, '-n', 'forecourt', 'postgres')
  }

  restore(dump: string): void {
    this.sql('DROP SCHEMA forecourt CASCADE')
    writeFileSync(join(this.folder, 'dump.sql'), dump)
    this.run('psql', ...this.#local, '-v', 'ON_ERROR_STOP=1', '-q', '-f', join(this.folder, 'dump.sql'))
  }

  /** A copy of all its files, taken while it works; one that was made before is given up. */
  copy(): void {
    rmSync(this.#copied, { recursive: true, force: true })
    this.run('pg_basebackup', ...this.#local, '-D', this.#copied, '-c', 'fast', '-X', 'fetch', '-N')
  }

  /** Puts the copy in the place of its files, while it does not run. */
  putBack(): void {
    const data = join(this.folder, 'data')
    rmSync(data, { recursive: true })
    const [command, args] = asServer('cp', ['-a', this.#copied, data])
    execFileSync(command, args)
  }

  get #copied(): string {
    return join(this.folder, 'copy')
  }

  get #local(): string[] {
    return ['-h', this.folder, '-p', String(this.port), '-U', 'postgres']
  }

  async begin(settings: readonly string[] = []): Promise<void> {
    const { folder, port } = this
    const given = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'ssl=on',
      `ssl_cert_file=${folder}/server.pem`,
      `ssl_key_file=${folder}/server.key`,
      'shared_buffers=16MB',
      ...settings,
    ].flatMap((setting) => ['-c', setting])
    const [command, args] = asServer(join(this.#bin, 'postgres'), ['-D', join(folder, 'data'), ...given])
    this.#process = spawn(command, args, { stdio: 'ignore', cwd: '/' })
    const pid = join(folder, 'data', 'postmaster.pid')
    for (let left = 4_000; left > 0 && this.#process.exitCode === null; left -= 1) {
      if (existsSync(pid) && readFileSync(pid, 'utf8').split('\n')[7]?.trim() === 'ready') return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error('PostgreSQL does not start')
  }

  /** `immediate` is what a power cut is to it. */
  async end(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const ended = this.#process && new Promise((resolve) => this.#process?.once('exit', resolve))
    this.run('pg_ctl', '-D', join(this.folder, 'data'), '-m', mode, '-w', 'stop')
    await ended
    this.#process = null
  }

  async remove(): Promise<void> {
    await this.end('immediate').catch(() => undefined)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
