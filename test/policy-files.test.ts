import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { policyNames } from '#shared/policy/policy.ts'
import { docsPath, files, page } from '../scripts/policy-files.mjs'

/** Without the padding that the formatter gives the cells. */
const bare = (text: string): string => text.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---')

it.each(Object.entries(files()))('%s is the one that the schema of the policies makes', (path, made) => {
  expect(readFileSync(path, 'utf8')).toBe(made)
})

it('the table of the page for administrators is, too', () => {
  const now = readFileSync(docsPath, 'utf8')
  expect(bare(now)).toBe(bare(page(now)))
  expect(policyNames.filter((name) => !now.includes(`| \`${name}\``))).toEqual([])
})

it('the templates ask for every policy, in both languages', () => {
  const texts = Object.entries(files()).filter(([path]) => /adm[lx]$/.test(path))
  expect(texts).toHaveLength(3)
  for (const [, text] of texts) expect(policyNames.filter((name) => !text.includes(`"${name}"`))).toEqual([])
  expect(files()['resources/policies/uk-UA/forecourt.adml']).toContain('Вимкнути пісочницю')
})
