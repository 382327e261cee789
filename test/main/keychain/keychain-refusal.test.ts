import { expect, test } from 'vitest'
import { refusedFault } from '../../../src/main/keychain/keychain-fault.ts'
import { refusalOf } from '../../../src/main/keychain/keychain-refusal.ts'

test.each([
  ['Cannot create an item in a locked collection', 'Secret Service'],
  ['The collection is locked', 'Secret Service'],
  ['The operation was cancelled', 'libsecret'],
  ['Timeout was reached', 'libsecret'],
  ['User interaction is not allowed.', 'macOS -25308'],
  ['In dark wake, no UI possible', 'macOS -25320'],
  ['User canceled the operation.', 'macOS -128'],
  ['The user name or passphrase you entered is not correct.', 'macOS -25293'],
])('"%s" means locked (%s)', (reason) => {
  expect(refusalOf(reason)).toBe('keychain-locked')
})

test.each([
  ['Could not connect: No such file or directory', 'no bus'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no session'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'no secret service'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'no keyring was ever made'],
  ['No keychain is available. You may need to restart your computer.', 'macOS -25291'],
  ['A default keychain could not be found.', 'macOS -25307'],
  ['A specified logon session does not exist. It may already have been terminated.', 'Windows 1312'],
  ['Failed to load keytar native addon, checked ["../build/Release"]', 'keytar'],
])('"%s" means unavailable (%s)', (reason) => {
  expect(refusalOf(reason)).toBe('keychain-unavailable')
})

test.each([
  ['Could not connect: No such file or directory', 'no-bus'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no-bus'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'no-service'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'no-ring'],
  ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'no-library'],
  ['Message recipient disconnected from message bus without replying', 'ended'],
  ['the keychain process ended', 'ended'],
  ['A specified logon session does not exist. It may already have been terminated.', undefined],
])('"%s" is told as %s', (text, reason) => {
  expect(refusedFault('keychain-unavailable', text).details).toEqual({
    message: text,
    ...(reason && { reason }),
  })
})
