import { programName } from '../command-help.ts'
import type { CommandCompletion, Completion, FollowingWords } from './completions.ts'

/**
 * A bash script that completes without bash-completion and in bash 3.2, which macOS has. What is completed depends on
 * the words before the cursor: a command, the value of an option, an option, or an argument.
 */
export const bashScript = (commands: readonly CommandCompletion[]): string => `_${programName}_words() {
  local word
  while IFS= read -r word; do
    COMPREPLY+=("$word")
    case "$word" in *= | *'[') compopt -o nospace 2>/dev/null ;; esac
  done < <(compgen -W "$1" -- "$cur")
}
_${programName}_paths() {
  local path
  compopt -o filenames 2>/dev/null
  while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$cur")
}
_${programName}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${wordsCall(commands.map(({ name }) => name))}
    return
  fi
  case "$command $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command $cur" in
${commands.flatMap(commandCases).join('\n')}
  esac
}
complete -F _${programName} ${programName}
`

const valueCases = ({ name, options }: CommandCompletion): string[] =>
  options.flatMap(({ flag, value }) =>
    value === null ? [] : [`    '${name} ${flag}') ${completionCall(value)}; return ;;`],
  )

/** The argument at the cursor isn't counted: only one argument of a command can be completed. */
function commandCases({ name, options, args, following }: CommandCompletion): string[] {
  const argument = args.find(({ kind }) => kind !== 'none') ?? { kind: 'none' }
  return [
    `    '${name} -'*) ${wordsCall(options.map(({ flag }) => flag))} ;;`,
    `    '${name} '*) ${following.length === 0 ? completionCall(argument) : byGivenWord(following, argument)} ;;`,
  ]
}

/** By the words before the cursor, the last of them that is known first. */
function byGivenWord(following: FollowingWords, argument: Completion): string {
  const cases = following.toReversed().map(([given, words]) => `*' ${given} '*) ${wordsCall(words)} ;;`)
  return `case " ${wordsBefore} " in ${cases.join(' ')} *) ${completionCall(argument)} ;; esac`
}

/** The words between the command and the cursor. */
const wordsBefore = '${COMP_WORDS[*]:2:COMP_CWORD-2}'

function completionCall(completion: Completion): string {
  switch (completion.kind) {
    case 'words':
      return wordsCall(completion.words)
    case 'file':
      return `_${programName}_paths -f`
    case 'folder':
      return `_${programName}_paths -d`
    case 'none':
      return ':'
  }
}

const wordsCall = (words: readonly string[]): string => `_${programName}_words '${words.join(' ')}'`
