import { loadLook, saveLook } from '../ui/saved-look.ts'

const look = 'recent-commands'
/** Number of actions that are remembered. */
const most = 5

/** The ids of the actions that were run last by the palette, the latest first. */
export function recentCommands(): readonly string[] {
  const saved = loadLook(look)
  return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string').slice(0, most) : []
}

export const noteCommand = (id: string): void =>
  saveLook(look, [id, ...recentCommands().filter((other) => other !== id)].slice(0, most))
