import { programName } from '../command-help.ts'
import type { CommandCompletion, Completion } from './completions.ts'

/** A PowerShell script on `Register-ArgumentCompleter -Native`; without a result PowerShell completes file names. */
export const powershellScript = (
  commands: readonly CommandCompletion[],
): string => `Register-ArgumentCompleter -Native -CommandName ${programName} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = [ordered]@{
${commands.map(({ name, summary }) => `    ${quoted(name)} = ${quoted(summary)}`).join('\n')}
  }
  $options = @{
${commands.map(optionsEntry).join('\n')}
  }
  $values = @{
${commands.flatMap(valueEntries).join('\n')}
  }
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  if ($words.Count -le 1) { $found = $commands }
  elseif ($values.ContainsKey("$($words[1]) $($words[-1])")) { $found = $values["$($words[1]) $($words[-1])"] }
  elseif ($wordToComplete.StartsWith('-')) { $found = $options[$words[1]] }
  else {
    $found = $values[$words[1]]
    foreach ($word in $words) {
      if (-not $word.StartsWith('-') -and $values.ContainsKey("$($words[1]) $word")) { $found = $values["$($words[1]) $word"] }
    }
  }
  if ($null -eq $found) { return }
  $found.GetEnumerator() | Where-Object { $_.Key.StartsWith($wordToComplete) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterValue', $_.Value)
  }
}
`

const optionsEntry = ({ name, options }: CommandCompletion): string =>
  `    ${quoted(name)} = ${table(options.map(({ flag, description }) => [flag, description]))}`

/** The words of an argument under its command, those of an option, and those that follow a word, under both. */
const valueEntries = ({ name, options, args, following }: CommandCompletion): string[] => [
  ...args.flatMap((arg) => wordsEntry(name, arg)),
  ...options.flatMap(({ flag, value }) => (value === null ? [] : wordsEntry(`${name} ${flag}`, value))),
  ...following.flatMap(([given, words]) => wordsEntry(`${name} ${given}`, { kind: 'words', words })),
]

const wordsEntry = (key: string, completion: Completion): string[] =>
  completion.kind === 'words'
    ? [`    ${quoted(key)} = ${table(completion.words.map((word) => [word, word]))}`]
    : []

const table = (entries: readonly (readonly [word: string, meaning: string])[]): string =>
  `[ordered]@{ ${entries.map(([word, meaning]) => `${quoted(word)} = ${quoted(meaning)}`).join('; ')} }`

/** PowerShell ends a string at a typographic quote too. */
const quoted = (text: string): string => `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`
