import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { policyNames, unmanaged, type Managed } from '#shared/policy/policy.ts'
import { parsePolicy, strictest, unreadable } from '../../../src/main/policy/parse-policy.ts'
import {
  managedDataFolder,
  readPolicy,
  systemPolicyPlace,
  windowPolicyPlace,
} from '../../../src/main/policy/read-policy.ts'
import { hasPolicyKey, registryPolicy } from '../../../src/main/policy/registry-policy.ts'
import { folderOfTest } from '../../folders.ts'

const owner = process.getuid?.() ?? 0
let folder: string
let path: string

beforeEach(() => {
  folder = folderOfTest()
  path = join(folder, 'policy.json')
})

function write(text: string, mode = 0o644): void {
  writeFileSync(path, text)
  chmodSync(path, mode)
}
const read = (of = owner): Managed => readPolicy({ kind: 'json', path, owner: of })

describe('a file', () => {
  it('that is not there decides nothing', () => {
    expect(read()).toEqual(unmanaged)
  })

  it('is obeyed', () => {
    write('{"serviceAddresses":["https://api.example"],"sandboxOff":true}')
    expect(read()).toEqual({
      policy: { serviceAddresses: ['https://api.example'], sandboxOff: true },
      source: path,
      trouble: null,
    })
  })

  it('that is a pipe or a folder is not waited for, and nothing is allowed', () => {
    execFileSync('mkfifo', ['-m', '600', path])
    expect(read()).toEqual(unreadable(path, 'EFTYPE'))
    rmSync(path)
    mkdirSync(path, { mode: 0o700 })
    expect(read()).toEqual(unreadable(path, 'EISDIR'))
  })

  it('that a group or others may write, or of another owner, is ignored, and so is one in such a folder', () => {
    const told = (place: string) => ({
      policy: {},
      source: path,
      trouble: { kind: 'ignored', detail: place },
    })
    for (const mode of [0o664, 0o646]) {
      write('{"sandboxOff":true}', mode)
      expect(read()).toEqual(told(path))
    }
    write('{"sandboxOff":true}')
    expect(read(owner + 1).trouble).toMatchObject({ kind: 'ignored' })
    chmodSync(folder, 0o777)
    expect(read()).toEqual(told(folder))
  })

  it('behind a link is looked at where it lies', () => {
    const open = join(folder, 'open')
    mkdirSync(open)
    writeFileSync(join(open, 'real.json'), '{"sandboxOff":true}')
    symlinkSync(join(open, 'real.json'), path)
    expect(read().policy).toEqual({ sandboxOff: true })
    chmodSync(open, 0o777)
    expect(read()).toMatchObject({ policy: {}, trouble: { kind: 'ignored', detail: open } })
  })

  it.each([
    '{',
    '[]',
    '"x"',
    '{"sandboxOff":"yes"}',
    '{"serviceAddresses":[]}',
    '{"longestBuyerDataDays":0}',
  ])('that says %s lets nothing be sent', (text) => {
    write(text)
    expect(read()).toMatchObject({ policy: strictest, source: path, trouble: { kind: 'unreadable' } })
  })

  it('whose rules nobody knows keeps every rule but those that remove or move what is there', () => {
    const kept = new Set(['dataFolder', 'longestBuyerDataDays'])
    expect(Object.keys(strictest).toSorted()).toEqual(
      policyNames.filter((name) => !kept.has(name)).toSorted(),
    )
    expect(strictest).toMatchObject({ serviceAddresses: [], linkHosts: [] })
  })

  it('that is a link to nothing, or in a folder that is one, lets nothing be sent', () => {
    symlinkSync(join(folder, 'nothing.json'), path)
    expect(read()).toEqual(unreadable(path, 'ENOENT'))
    chmodSync(folder, 0o777)
    expect(read().trouble).toEqual({ kind: 'ignored', detail: folder })
    chmodSync(folder, 0o700)
    symlinkSync(join(folder, 'nowhere'), join(folder, 'away'))
    const inside = join(folder, 'away/policy.json')
    expect(readPolicy({ kind: 'json', path: inside, owner })).toEqual(unreadable(inside, 'ENOENT'))
  })

  it('may begin with the mark of UTF-8, and is told if it is none', () => {
    write('\uFEFF{"sandboxOff":true}')
    expect(read()).toEqual({ policy: { sandboxOff: true }, source: path, trouble: null })
    writeFileSync(path, Buffer.from('{"dataFolder":"/srv/\xE9t\xE9"}', 'latin1'))
    expect(read()).toEqual(unreadable(path, 'UTF-8'))
  })

  it('that is a folder lets nothing be sent', () => {
    mkdirSync(path)
    expect(read()).toMatchObject({ policy: strictest, trouble: { kind: 'unreadable', detail: 'EISDIR' } })
  })

  it('with a name of another version is obeyed for the rest, and told', () => {
    write('{"sandboxOf":true,"longestBuyerDataDays":9}')
    expect(read()).toMatchObject({
      policy: { longestBuyerDataDays: 9 },
      trouble: { kind: 'unknown', detail: 'sandboxOf' },
    })
  })
})

it.each([
  'http://api.example',
  'https://user:pass@api.example',
  'https://api.example/?a=b',
  'https://api.example/#x',
  'http://127.0.0.1.example',
  'ftp://api.example',
  'https://api.example:99999',
  'https://api.ria.com:port',
  'https://<host>',
])('%s is no address of a service', (address) => {
  expect(parsePolicy('p', { serviceAddresses: ['https://good.example', address] })).toEqual(
    unreadable('p', 'serviceAddresses'),
  )
})

it('hosts are names alone, of one word or more, in whatever letters', () => {
  const hosts = (...linkHosts: string[]): Managed => parsePolicy('p', { linkHosts })
  expect(hosts('Portal.Dealer.Example', 'intranet').policy).toEqual({
    linkHosts: ['portal.dealer.example', 'intranet'],
  })
  for (const wrong of ['https://portal.example', 'portal.example:8443', 'portal.example/', '.example', ''])
    expect(hosts('good.example', wrong)).toEqual(unreadable('p', 'linkHosts'))
})

describe('the data folder', () => {
  const whole = process.platform === 'win32' ? String.raw`D:\Data` : '/srv/data'

  it('holds even if something else is wrong', () => {
    expect(parsePolicy('p', { dataFolder: whole, sandboxOff: 'yes' })).toEqual({
      policy: { ...strictest, dataFolder: whole },
      source: 'p',
      trouble: { kind: 'unreadable', detail: 'sandboxOff' },
    })
  })

  it
    .skipIf(process.platform === 'win32')
    .each([String.raw`D:\Data`, String.raw`{home}\Forecourt`, 'data', '{home}'])(
    '%s is no whole path here: nothing is sent, and it is told',
    (dataFolder) => {
      expect(parsePolicy('p', { dataFolder })).toEqual({
        policy: strictest,
        source: 'p',
        trouble: { kind: 'unreadable', detail: 'dataFolder' },
      })
      expect(parsePolicy('p', { dataFolder, sandboxOff: 'yes' }).policy).toEqual(strictest)
    },
  )

  it('is in the home folder that the system knows', () => {
    const managed = parsePolicy('p', { dataFolder: '{home}/Forecourt/{home}' })
    expect(managedDataFolder(managed)).toBe(`${userInfo().homedir}/Forecourt/{home}`)
    expect(managedDataFolder(unmanaged)).toBeUndefined()
  })
})

it('tells the names of what is wrong, and not the values', () => {
  const { trouble } = parsePolicy('p', { serviceAddresses: ['secret'], dataFolder: 'relative' })
  expect(trouble?.detail).toBe('serviceAddresses, dataFolder')
})

describe('the registry', () => {
  const keyOf = (name: string): string => `HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\${name}`
  const printed = String.raw`
HKEY_LOCAL_MACHINE\Software\Policies\Forecourt
    sandboxOff    REG_DWORD    0x1
    longestBuyerDataDays    REG_DWORD    0x5a
    dataFolder    REG_SZ    {home}/Data of Forecourt
    (Default)    REG_SZ    (value not set)

HKEY_LOCAL_MACHINE\Software\Policies\Forecourt\serviceAddresses
    (за замовчуванням)    REG_SZ    (значення не задано)
    10    REG_SZ    https://ten.example
    2    REG_SZ    https://two.example

`.replaceAll('\n', '\r\n')

  it('is read as a file is, without what has no name', () => {
    expect(parsePolicy('HKLM', registryPolicy(Buffer.from(printed)))).toEqual({
      policy: {
        sandboxOff: true,
        longestBuyerDataDays: 90,
        dataFolder: '{home}/Data of Forecourt',
        serviceAddresses: ['https://two.example', 'https://ten.example'],
      },
      source: 'HKLM',
      trouble: null,
    })
  })

  it('has a switch that is off', () => {
    const off = printed.replace('0x1', '0x0')
    expect(registryPolicy(Buffer.from(off)).sandboxOff).toBe(false)
  })

  it.skipIf(process.platform === 'win32')(
    'is read whatever letters others use beside it, and refused if its own can’t be told',
    () => {
      const program = join(folder, 'reg')
      const asked = (text: string): Managed => {
        const list = join(folder, 'list')
        const ours = join(folder, 'ours')
        writeFileSync(list, Buffer.from(`${keyOf('Gest\xE3o')}\r\n${keyOf('Forecourt')}\r\n`, 'latin1'))
        writeFileSync(ours, Buffer.from(`${keyOf('Forecourt')}\r\n${text}\r\n`, 'latin1'))
        writeFileSync(program, `#!/bin/sh\nif [ "$3" = /s ]; then cat '${ours}'; else cat '${list}'; fi\n`, {
          mode: 0o700,
        })
        return readPolicy({ kind: 'registry', program, shell: join(folder, 'none') })
      }
      const unnamed = '    (padr\xE3o)    REG_SZ    n\xE3o\r\n'
      expect(asked(`${unnamed}    sandboxOff    REG_DWORD    0x1`)).toEqual({
        policy: { sandboxOff: true },
        source: String.raw`HKLM\Software\Policies\Forecourt`,
        trouble: null,
      })
      expect(asked('    dataFolder    REG_SZ    /srv/Gest\xE3o')).toMatchObject({
        policy: strictest,
        trouble: { kind: 'unreadable', detail: 'reg query' },
      })
    },
  )

  it.each([
    'sandboxOff    REG_DWORD    0x2',
    'sandboxOff    REG_SZ    1',
    'longestBuyerDataDays    REG_SZ    90',
  ])('%s is not guessed at', (line) => {
    const text = `${keyOf('Forecourt')}\n    ${line}`
    expect(parsePolicy('HKLM', registryPolicy(Buffer.from(text))).policy).toEqual(strictest)
  })

  it('has our key, or has not', () => {
    const has = (...names: string[]): boolean => hasPolicyKey(Buffer.from(names.map(keyOf).join('\r\n')))
    expect(has('Microsoft')).toBe(false)
    expect(has('Microsoft', 'MicrosoftForecourt')).toBe(false)
    expect(has('Microsoft', 'Forecourt', '')).toBe(true)
  })

  it.skipIf(process.platform === 'win32')(
    'that can’t be asked lets nothing be sent, unless PowerShell says that there is none',
    () => {
      const shell = join(folder, 'powershell')
      const asked = (says: string): Managed => {
        writeFileSync(
          shell,
          `#!/bin/sh\ncase "$4" in *'HKEY_LOCAL_MACHINE\\Software\\Policies\\Forecourt'*) ${says};; esac\n`,
          {
            mode: 0o700,
          },
        )
        return readPolicy({ kind: 'registry', program: join(folder, 'reg.exe'), shell })
      }
      for (const says of ['echo True', 'exit 1', 'echo'])
        expect(asked(says)).toMatchObject({ policy: strictest, trouble: { kind: 'unreadable' } })
      expect(asked('printf "False\\r\\n"')).toEqual(unmanaged)
    },
  )
})

describe('the place', () => {
  it('is named by a variable only while nothing is packaged', () => {
    const env = { FORECOURT_POLICY_FILE: '/tmp/mine.json' }
    expect(windowPolicyPlace(false, env, 'linux')).toEqual({ kind: 'json', path: '/tmp/mine.json', owner })
    expect(windowPolicyPlace(true, env, 'linux')).toEqual({
      kind: 'json',
      path: '/etc/forecourt/policy.json',
      owner: 0,
    })
  })

  it('of Windows is asked by a program with a whole path', () => {
    expect(systemPolicyPlace('win32', { SystemRoot: String.raw`D:\Windows` })).toMatchObject({
      program: String.raw`D:\Windows\System32\reg.exe`,
    })
    expect(systemPolicyPlace('win32', { SystemRoot: '.' })).toMatchObject({
      program: String.raw`C:\Windows\System32\reg.exe`,
      shell: String.raw`C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe`,
    })
  })
})
