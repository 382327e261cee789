/** Specs that one app runs one after the other, in this order: a start costs more than most of their tests. */
export const groups = {
  frame: [
    'first-steps',
    'frame',
    'support',
    'keep-buyers',
    'focus',
    'help',
    'zoom',
    'narrow',
    'notices',
    'nasty-text',
    'account-key',
  ],
  list: [
    'today',
    'doors',
    'photos-and-places',
    'selection-bar',
    'checks-and-fill',
    'print',
    'bulk-edit',
    'views-and-legend',
    'shortcuts',
    'filters',
  ],
  edits: ['staged', 'list-address', 'views', 'palette', 'keyboard', 'create-form'],
  'long-list': ['density', 'groups', 'components', 'colour-rules'],
  files: ['names', 'check', 'spreadsheet', 'look-up', 'feeds', 'import', 'photo-signs'],
  accounts: ['window', 'first-reading', 'row-identity', 'calls', 'orders', 'quota'],
  sending: ['in-doubt', 'sending', 'old-and-new', 'activity', 'walk'],
  prices: ['market', 'realty', 'position', 'demand', 'sources', 'stock-file', 'stock-numbers'],
  records: ['left-imports', 'polling', 'silence', 'journal', 'updates', 'bad-night'],
} as const satisfies Record<string, readonly string[]>

export type Group = keyof typeof groups

/** The files of all groups: none has an app of its own. */
export const grouped = Object.values<readonly string[]>(groups)
  .flat()
  .map((name) => `**/e2e/${name}.spec.ts`)
