import type { Command } from '#shared/settings/app-calls.ts'
import { commandKeys, furtherKeys } from '#shared/settings/command-keys.ts'
import { latinLetter } from '../ui/latin-letter.ts'
import { isApple } from '../ui/shown-keys.ts'

/** The menu's commands, and redoing, which the menu leaves to the text fields. */
const keys: Readonly<Record<string, Command | 'redo-edit'>> = {
  ...Object.fromEntries(Object.entries(commandKeys).map(([command, key]) => [key, command as Command])),
  ...Object.fromEntries(furtherKeys['redo-edit'].map((key) => [key, 'redo-edit' as const])),
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The command that a key asks for, in every layout of the keyboard; undefined if none. */
export function commandOf(event: Pressed): Command | 'redo-edit' | undefined {
  const [control, other] = isApple() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  if (event.altKey || other) return undefined
  const parts = [control ? 'Ctrl' : '', event.shiftKey ? 'Shift' : '', keyOf(event)]
  return keys[parts.filter((part) => part !== '').join('+')]
}

/** A character that asks for help where none is typed. Shift is how it is typed in most layouts, and not pressed in some. */
export const asksForHelp = ({ key, ctrlKey, metaKey, altKey }: Pressed): boolean =>
  furtherKeys.help.some((help) => help === key) && !ctrlKey && !metaKey && !altKey

/** A layout with other letters has one on the comma's key. */
function keyOf(event: Pressed): string {
  const letter = latinLetter(event)
  if (letter !== '') return letter.toUpperCase()
  return event.code === 'Comma' && /^\p{L}$/u.test(event.key) ? ',' : event.key
}

/** A dialog is open: the page under it can't be used, by keys neither. */
export const isModal = (): boolean => document.querySelector('.dialog[data-state="open"]') !== null

/** A text field, which undoes what was typed in it by itself. */
export function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement)
    return !['button', 'checkbox', 'radio', 'range'].includes(target.type)
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}
