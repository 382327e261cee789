import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What a dealer doesn't say, with what he says instead. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/сумнів/i, 'не підтверджено'],
  [/відко[тч]/i, 'повернути як було'],
  [/місц[еяю] цін/i, 'ціна серед схожих'],
  [/подібн/i, 'схожі'],
  [/застережен/i, 'з попередженнями'],
  [/«Чужі»|Чужі,|чужі оголошення/, 'конкуренти'],
  [/"Пропустити /, 'не надсилати'],
  [/нарахував/i, 'перевищено ліміт'],
  [/місце мало про що говорить/i, 'порівняння умовне'],
  [/Завершується за \{/, 'закінчуються протягом'],
]

test('the Ukrainian of the window is what dealers say', () => {
  const files = globSync('src/shared/i18n/messages/uk/*.json')
  expect(files.length).toBeGreaterThan(20)
  const wrong = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) =>
        replaced
          .filter(([words]) => words.test(line))
          .map(([, better]) => `${file}: ${line.trim()} → ${better}`),
      ),
  )
  expect(wrong).toEqual([])
})
