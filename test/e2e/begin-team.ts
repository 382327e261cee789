import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Postgres } from '../team/postgres.ts'
import { expect } from './app.ts'
import { goTo } from './service.ts'

/** Begins a team in the settings, with this desk as Olena, its owner. @returns the settings' part of the team */
export async function beginTeam(window: Page, postgres: Postgres): Promise<Locator> {
  await goTo(window, 'Settings')
  const team = window.getByRole('region', { name: 'Team' })
  await team.getByRole('button', { name: 'Begin a team…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Begin a team' })
  await dialog.getByLabel('Address of the server').fill(postgres.address)
  await dialog.getByLabel('Name of this desk').fill('Olena')
  await dialog.getByLabel(/^Certificate/).fill(await readFile(postgres.ca, 'utf8'))
  await dialog.getByLabel('Password').fill(postgres.password)
  await dialog.getByRole('button', { name: 'Begin the team' }).click()
  await expect(team.getByText('Connected', { exact: true })).toBeVisible()
  return team
}
