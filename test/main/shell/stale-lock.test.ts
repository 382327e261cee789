import { lstatSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dropStaleLock } from '../../../src/main/shell/stale-lock.ts'
import { folderOfTest } from '../../folders.ts'

test.each([
  ['an app under this computer’s name, which Chromium looks at', 'desk-7', null, true],
  ['an app that runs since before this computer got another name', 'old-name-7', 'app', true],
  ['an app that was killed before', 'old-name-7', null, false],
  ['one whose number another program has now', 'old-name-7', 'editor', false],
])('the lock of %s', (_whose, holder, program, stays) => {
  const folder = folderOfTest()
  symlinkSync(holder, join(folder, 'SingletonLock'))
  dropStaleLock(folder, { host: 'desk', programOf: () => program, program: 'app' })
  expect(lstatSync(join(folder, 'SingletonLock'), { throwIfNoEntry: false }) !== undefined).toBe(stays)
})
