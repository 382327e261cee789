import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseNetworkDrive, type Mounts } from '../../../src/main/storage/network-drive.ts'
import { folderOfTest } from '../../folders.ts'

const linux = `22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
41 22 0:35 / /mnt/my\\040salon rw,nosuid - fuse.sshfs salon@server:/ rw
42 22 8:2 / /mnt/windows rw - fuseblk /dev/sdb1 rw
43 22 0:36 / /mnt/my\\040salon/disk rw - fuse.ntfs-3g /dev/sdc1 rw`
const mac = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
//anna@server.local/Salon on /Volumes/Salon (smbfs, nodev, nosuid, mounted by anna)
/dev/disk4s1 on /Volumes/Stick (msdos, local, nodev)`

const refuses = (folder: string, mounts: Partial<Mounts>): boolean => {
  try {
    refuseNetworkDrive(folder, {
      platform: 'linux',
      kind: () => 0xef53,
      real: (path) => path,
      list: () => linux,
      ...mounts,
    })
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'storage', details: { path: folder, reason: 'network-drive' } })
    return true
  }
}

test.each<[string, boolean, string, Partial<Mounts>]>([
  ['ext4', false, '/home/anna', {}],
  ['NFS', true, '/home/anna', { kind: () => 0x6969 }],
  ['CIFS', true, '/home/anna', { kind: () => 0xff534d42 }],
  ['SMB 2 as a signed number', true, '/home/anna', { kind: () => 0xfe534d42 | 0 }],
  ['sshfs, with a blank', true, '/mnt/my salon/data', { kind: () => 0x65735546 }],
  ['a folder beside it', false, '/mnt/my salons', { kind: () => 0x65735546 }],
  ['NTFS', false, '/mnt/windows/data', { kind: () => 0x65735546 }],
  ['a disk inside of it', false, '/mnt/my salon/disk/data', { kind: () => 0x65735546 }],
  ['a share of Windows', true, '\\\\server\\salon\\data', { platform: 'win32' }],
  ['its long form', true, '\\\\?\\UNC\\server\\salon\\data', { platform: 'win32' }],
  ['a mapped drive', true, 'Z:\\data', { platform: 'win32', real: () => '\\\\server\\salon\\data' }],
  ['a disk of Windows', false, '\\\\?\\C:\\data', { platform: 'win32' }],
  ['a share on a Mac', true, '/Volumes/Salon/data', { platform: 'darwin', list: () => mac }],
  ['a stick on a Mac', false, '/Volumes/Stick/data', { platform: 'darwin', list: () => mac }],
  [
    'what can’t be told',
    false,
    '/home/anna',
    {
      kind: () => {
        throw new Error('ENOSYS')
      },
    },
  ],
])('%s: %s', (_name, isRefused, folder, mounts) => {
  expect(refuses(folder, mounts)).toBe(isRefused)
})

test('this computer’s own folders are not refused', () => {
  expect(() => refuseNetworkDrive(tmpdir())).not.toThrow()
})

test('the command line refuses a folder on a network drive in words, and opens no database in it', () => {
  const folder = folderOfTest()
  const asNfs = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    fs.statfsSync = () => ({ type: 0x6969 }); syncBuiltinESMExports()`
  const cli = join(import.meta.dirname, '../../../src/main/cli.ts')
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      `data:text/javascript,${encodeURIComponent(asNfs)}`,
      cli,
      'batches',
    ],
    {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'en_US.UTF-8', FORECOURT_DATA_DIR: folder, XDG_CONFIG_HOME: folder },
    },
  )
  expect(stderr).toContain(`The folder of the app’s data, ${folder}, is on a network drive`)
  expect(stderr).toContain('another data folder')
  expect(status).toBe(2)
})
