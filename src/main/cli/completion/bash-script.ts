import { programName } from '../program.ts'
import type { CommandCompletion, Completion } from './completions.ts'

/**
 * A bash script that completes without bash-completion (bash 3.2, macOS's, has none). The words are chosen by what
 * stands before the cursor: a command, the value of an option, an option, or an argument.
 */
export const bashScript = (commands: readonly CommandCompletion[]): string => `_${programName}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]} $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${commands.map(commandCase).join('\n')}
  esac
}
complete -F _${programName} ${programName}
`

const valueCases = ({ name, options }: CommandCompletion): string[] =>
  options.flatMap(({ flag, value }) =>
    value === null ? [] : [`    '${name} ${flag}') ${replyOf(value)} return ;;`],
  )

/** Which argument the cursor is on isn't counted: the arguments of one command never mix words and files. */
const commandCase = ({ name, options, args }: CommandCompletion): string => {
  const flags = options.map(({ flag }) => flag).join(' ')
  const values = args.filter(({ kind }) => kind !== 'none').map(replyOf)
  return `    ${name}) case "$cur" in -*) COMPREPLY=($(compgen -W '${flags}' -- "$cur")) ;; *) ${values.join(' ')} ;; esac ;;`
}

/** File names are read line by line, because they may have spaces. */
function replyOf(completion: Completion): string {
  switch (completion.kind) {
    case 'words':
      return `COMPREPLY=($(compgen -W ${quoted(completion.words.map(escaped).join(' '))} -- "$cur"));`
    case 'file':
      return `${fileReply('-f')}`
    case 'folder':
      return `${fileReply('-d')}`
    case 'none':
      return ''
  }
}

const fileReply = (kind: '-f' | '-d'): string =>
  `compopt -o filenames 2>/dev/null; while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen ${kind} -- "$cur");`

/** compgen expands its word list once more: `;` and `|` stay words. */
const escaped = (word: string): string => word.replace(/[^\w,.-]/g, '\\$&')
const quoted = (text: string): string => `'${text}'`
