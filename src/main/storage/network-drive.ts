import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, statfsSync } from 'node:fs'
import { Fault } from '#shared/bridge/failure.ts'

/** System facts that show the drive of a folder. */
export interface Mounts {
  readonly platform: NodeJS.Platform
  /** The kind of the file system, as Linux numbers them (statfs(2)). */
  readonly kind: (path: string) => number
  /** The folder itself, behind links and mapped drives. */
  readonly real: (path: string) => string
  /** Mounts of the system, as it lists them. */
  readonly list: () => string
}

const systemMounts: Mounts = {
  platform: process.platform,
  kind: (path) => statfsSync(path).type,
  // The one that asks Windows: it answers a mapped drive by its server.
  real: (path) => realpathSync.native(path),
  list: () =>
    process.platform === 'darwin'
      ? execFileSync('/sbin/mount', { encoding: 'utf8', timeout: 5_000 })
      : readFileSync('/proc/self/mountinfo', 'utf8'),
}

/** NFS, SMB, CIFS, SMB 2, AFS (two kinds), Ceph, Coda, NCP, Lustre, GPFS, BeeGFS. */
const networkKinds: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x6b414653, 0x00c36400, 0x73757245, 0x564c, 0x0bd00bd0,
  0x47504653, 0x19830326,
])
/** A file system of a program: of a disk of this computer (NTFS), or of anything. */
const fuse = 0x65735546
const networkPrograms =
  /^fuse\.(?:sshfs|rclone|davfs2?|curlftpfs|smbnetfs|gvfsd-fuse|s3fs|gcsfuse|glusterfs|cephfs|google-drive-ocamlfuse|onedriver)$/
const networkMounts = /^(?:smbfs|afpfs|nfs|webdav|ftp|cifs)$/

/**
 * SQLite's WAL needs memory shared by its programs, which no network drive gives (https://sqlite.org/wal.html). Two
 * computers, or a lost connection, would damage the data.
 * @throws Fault `storage` (`network-drive`) if the folder lies on a network drive
 */
export function refuseNetworkDrive(folder: string, mounts = systemMounts): void {
  let isNetwork = false
  try {
    isNetwork = isOnNetwork(mounts.real(folder), mounts)
  } catch {
    // An unknown drive is not refused: other troubles of the folder are reported when it is used.
  }
  if (isNetwork) throw new Fault('storage', { path: folder, reason: 'network-drive' })
}

function isOnNetwork(path: string, { platform, kind, list }: Mounts): boolean {
  if (platform === 'win32') return /^\\\\(?:\?\\UNC\\|(?![?.]\\))/i.test(path)
  if (platform === 'darwin') return networkMounts.test(mountedAt(path, macMounts(list())))
  // Negative where the number is read as a signed one.
  const type = kind(path) >>> 0
  return (
    networkKinds.has(type) || (type === fuse && networkPrograms.test(mountedAt(path, linuxMounts(list()))))
  )
}

type Mount = readonly [at: string, type: string]

/** The kind of what is mounted nearest above the path. */
const mountedAt = (path: string, mounts: readonly Mount[]): string =>
  mounts
    .filter(([at]) => path === at || path.startsWith(at.endsWith('/') ? at : `${at}/`))
    .reduce<Mount>((best, mount) => (mount[0].length >= best[0].length ? mount : best), ['', ''])[1]

/** `36 35 98:0 /root /mount rw - type source options`; blanks of a path are written in octal. */
const linuxMounts = (text: string): Mount[] =>
  text.split('\n').map((line) => {
    const [places = '', kinds = ''] = line.split(' - ')
    const at = (places.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    )
    return [at, kinds.split(' ')[0] ?? '']
  })

/** `//person@server/share on /Volumes/share (smbfs, nodev, nosuid)` */
const macMounts = (text: string): Mount[] =>
  [...text.matchAll(/^.* on (.+) \(([^,)]+).*\)$/gm)].map(([, at = '', type = '']) => [at, type])
