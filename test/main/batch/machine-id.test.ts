import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { machineId, type Machine } from '../../../src/main/batch/journal/machine-id.ts'

const hardware = `+-o J314sAP  <class IOPlatformExpertDevice, id 0x100000227, registered, matched, active>
    {
      "IOPlatformSerialNumber" = "X02YZ1ZYZX"
      "IOPlatformUUID" = "A8AAF7A5-37F5-5F3B-9C41-2E1C3B2C5B7D"
    }`

function mac(ioreg: Machine['ioreg'] = () => hardware): Machine & { readonly home: string } {
  const home = mkdtempSync(join(tmpdir(), 'forecourt-mac-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  return { platform: 'darwin', home, env: { HOME: home }, ioreg }
}
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

test('a Mac is known by its hardware, and nothing is written for it', () => {
  const machine = mac()
  expect(machineId(machine)).toBe(digest('A8AAF7A5-37F5-5F3B-9C41-2E1C3B2C5B7D'))
  expect(readdirSync(machine.home)).toEqual([])
})

test('a Mac that can’t be asked keeps an id where the system empties nothing', () => {
  const machine = mac(() => {
    throw new Error('no ioreg')
  })
  const id = machineId(machine)
  expect(id).not.toBe('')
  expect(machineId(machine)).toBe(id)
  expect(readdirSync(join(machine.home, 'Library'))).toEqual(['Application Support'])
})
