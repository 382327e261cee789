import { createRequire } from 'node:module'
import { test } from './app.ts'
import { asNew } from './as-new.ts'
import { groups, type Group } from './groups.ts'

/** Declares the tests of a group's specs, for the spec file that runs them in one app. */
export function runTogether(group: Group): void {
  const load = createRequire(import.meta.url)
  for (const [place, name] of groups[group].entries())
    test.describe(name, () => {
      if (place > 0) test.beforeAll(({ app }) => asNew(app.window))
      load(`./${name}.spec.ts`)
    })
}
