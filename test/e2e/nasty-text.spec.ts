import { expect, test } from './app.ts'
import { goTo, keepToasts } from './service.ts'

/** Texts that have broken programs: markup, scripts, SQL, templates, formulas, other directions, marks upon marks, no letters at all. */
const nasty = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}} ${7*7} #{7*7} <%= 7*7 %>',
  "' OR 1=1 --",
  '1; DROP TABLE adverts',
  '"a* NEAR(b c) AND NOT (',
  "=cmd|' /C calc'!A0",
  '../../../../etc/passwd',
  '%s%n %00 %2e%2e%2f',
  '\\u0000\\x00 \\',
  'null undefined NaN [object Object] __proto__ constructor',
  '١٢٣ ‏مرحبا‏ \u202Etxt.exe',
  'Z̷̡̛͎̟͚a̸͓̦l̶̘̍g̵̝̈́o̶͇͝',
  '👩‍👩‍👧‍👦 🇺🇦 \u{1F3F4}\u{E0067}',
  'ﷺ ﬁ ŉ ẞ İ ı',
  '\u200B\u200D\uFEFF\u00AD',
  'ЄІЇҐ’ʼ',
  'x'.repeat(200),
] as const

test('whatever is typed into a field stays a text', async ({ window }) => {
  const boxes: string[] = []
  window.on('dialog', (dialog) => {
    boxes.push(dialog.message())
    void dialog.dismiss()
  })
  await goTo(window, 'Inventory')
  await expect(window.getByText('60 adverts', { exact: true })).toBeVisible()
  const box = window.getByRole('banner').getByRole('textbox')
  for (const text of nasty) {
    await box.fill(text)
    await expect(box).toHaveValue(text)
    // The answer to it: a list, an empty one too, and never a failure.
    await expect(window.getByRole('alert')).toHaveCount(0)
  }
  await box.fill('')
  await window.getByRole('button', { name: 'Views' }).click()
  const endToasts = await keepToasts(window)
  for (const name of nasty.slice(0, 6)) {
    await window.getByLabel('Name of the view').fill(name)
    await window.getByRole('button', { name: 'Save as view' }).click()
    await expect(window.getByText(`The view “${name}” is saved`)).toBeVisible()
  }
  await endToasts()
  expect(boxes).toEqual([])
})
