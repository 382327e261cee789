import { beforeEach, expect, test } from 'vitest'
import { OpenImports } from '../../../src/renderer/import/open-imports.svelte.ts'

/** A wizard as far as the list of open files sees it. */
class Wizard {
  started = false
  name = ''
  readonly accounts: string[] = []

  useAccount(accountId: string): void {
    this.accounts.push(accountId)
  }

  take(name: string): this {
    this.started = true
    this.name = name
    return this
  }
}

let imports: OpenImports<Wizard>
beforeEach(() => {
  imports = new OpenImports(() => new Wizard())
})

const names = (open: readonly { wizard: Wizard }[]): string[] => open.map(({ wizard }) => wizard.name)

test('a file stays open as it is while another one is opened, and is come back to', () => {
  imports.useAccount('north')
  const first = imports.begin().take('a.csv')
  const second = imports.begin().take('b.csv')
  expect(second).not.toBe(first)
  expect([imports.current, names(imports.own)]).toEqual([second, ['a.csv', 'b.csv']])
  const [a] = imports.own
  if (a) imports.open(a)
  expect(imports.current).toBe(first)
  second.started = false
  expect(names(imports.own)).toEqual(['a.csv'])
})

test('a wizard without a file is used for the next one', () => {
  imports.useAccount('north')
  expect(imports.begin()).toBe(imports.begin())
})

test('what was opened before the account was known is the account’s own', () => {
  imports.begin().take('early.csv')
  imports.useAccount('north')
  expect([names(imports.own), imports.current.accounts]).toEqual([['early.csv'], ['north']])
})

test('each account has its own files, and one of another account is checked for the active one when it is opened', () => {
  imports.useAccount('north')
  const wizard = imports.begin().take('north.csv')
  imports.useAccount('south')
  expect([names(imports.own), names(imports.elsewhere)]).toEqual([[], ['north.csv']])
  expect(imports.current).not.toBe(wizard)
  imports.useAccount('north')
  expect([imports.current, wizard.accounts]).toEqual([wizard, ['north']])
  imports.useAccount('south')
  const [north] = imports.elsewhere
  if (north) imports.open(north)
  expect([imports.current, wizard.accounts]).toEqual([wizard, ['north', 'south']])
  expect(names(imports.own)).toEqual(['north.csv'])
  imports.useAccount('north')
  expect([names(imports.own), imports.current.started]).toEqual([[], false])
})
