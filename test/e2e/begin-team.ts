import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Locator, Page } from '@playwright/test'
import type { Postgres } from '../team/postgres.ts'
import { expect } from './app.ts'
import { goTo } from './service.ts'

const cli = resolve(import.meta.dirname, '../../out/main/cli.cjs')

/** A command of the built app on a desk's data folder. */
export async function command(dataDir: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [cli, ...words], {
    env: { ...process.env, LC_ALL: 'en_US.UTF-8', FORECOURT_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await closed
  return { code, out, err }
}

/** Begins a team on the command line beside the window, with this desk as Olena, its owner. @returns the settings' part of the team */
export async function beginTeam(window: Page, dataDir: string, postgres: Postgres): Promise<Locator> {
  const init = ['team', 'init', '--server', postgres.address, '--ca', postgres.ca, '--name', 'Olena']
  const begun = await command(dataDir, init, { FORECOURT_TEAM_PASSWORD: postgres.password })
  expect(begun.err).toContain('The team exists')
  await goTo(window, 'Settings')
  const team = window.getByRole('region', { name: 'Team' })
  await expect(team.getByText('Connected', { exact: true })).toBeVisible()
  return team
}

/** A code for another desk. @param more further options of `team invite` */
export const invited = async (dataDir: string, name: string, ...more: string[]): Promise<string> =>
  (await command(dataDir, ['team', 'invite', '--name', name, ...more])).out.trim()
