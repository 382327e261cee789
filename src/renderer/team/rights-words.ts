import { m } from '#shared/i18n/generated/messages.js'

const words: Readonly<Record<string, () => string>> = {
  viewer: m.team_page_viewer,
  sender: m.team_page_sender,
  owner: m.team_page_owner,
}

/** Rights of a desk, in words; of a newer version's right its own name. */
export const rightsWords = (rights: string): string => words[rights]?.() ?? rights
