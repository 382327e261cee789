import { allKeysOf, helpSign, type KeyCommand, keyCommands } from '#shared/settings/command-keys.ts'
import { latinLetter } from '../ui/latin-letter.ts'
import { isApple } from '../ui/shown-keys.ts'

const keysOn = (apple: boolean): Readonly<Record<string, KeyCommand>> =>
  Object.fromEntries(keyCommands.flatMap((command) => allKeysOf(command, apple).map((key) => [key, command])))
const plainKeys = keysOn(false)
const appleKeys = keysOn(true)

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The command that a key asks for, in every layout of the keyboard; undefined if none. */
export function commandOf(event: Pressed): KeyCommand | undefined {
  const apple = isApple()
  const [control, other] = apple ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  if (other) return undefined
  const held = [control && 'Ctrl', event.altKey && 'Alt', event.shiftKey && 'Shift', keyOf(event)]
  return (apple ? appleKeys : plainKeys)[held.filter(Boolean).join('+')]
}

/** Asks for help where no text is typed. */
export const asksForHelp = ({ key, ctrlKey, metaKey, altKey }: Pressed): boolean =>
  key === helpSign && !ctrlKey && !metaKey && !altKey

/** Keys of signs, on which layouts with other letters have some of them. */
const signs: Readonly<Record<string, string>> = { Comma: ',', BracketLeft: '[', BracketRight: ']' }

function keyOf({ key, code }: Pressed): string {
  const letter = latinLetter({ key, code })
  if (letter !== '') return letter.toUpperCase()
  return /^\p{L}$/u.test(key) ? (signs[code] ?? key) : key.replace('Arrow', '')
}

/** A dialog is open: the page under it can't be used, by keys neither. */
export const isModal = (): boolean => document.querySelector('.dialog[data-state="open"]') !== null

/** A text field, which undoes what was typed in it by itself. */
export function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement)
    return !['button', 'checkbox', 'radio', 'range'].includes(target.type)
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}
