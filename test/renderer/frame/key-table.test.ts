import { expect, test } from 'vitest'
import { allKeysOf, keyCommands, helpSign } from '#shared/settings/command-keys.ts'
import { keyGroups } from '../../../src/renderer/frame/key-table.ts'

test('every key that the menu and the page act on is among those that are shown', () => {
  const shown = keyGroups([]).flatMap(({ lines }) => lines.flatMap(({ keys }) => keys))
  for (const key of [...keyCommands.flatMap((command) => allKeysOf(command, false)), helpSign])
    expect(shown).toContain(key)
})

test('a command is called as the page that is open calls it', () => {
  const run = (): void => undefined
  const [everywhere] = keyGroups([
    { id: 'refresh', label: 'Refresh from the service', run },
    { id: 'refresh', label: 'Search', run },
  ])
  expect(everywhere?.lines[0]).toEqual({ keys: ['F5'], label: 'Search' })
})
