import { m } from '#shared/i18n/generated/messages.js'
import type { LoadedCommand } from './command-definition.ts'

interface CommandEntry {
  /** The heading over it in the list of commands. */
  readonly group: () => string
  /** One line for the list of commands. */
  readonly summary: () => string
  readonly load: () => Promise<LoadedCommand>
}

/** Every command in the order of the help. A command's file is loaded when the command is called. */
const commands = {
  import: {
    group: m.cli_group_tables,
    summary: m.cli_import_summary,
    load: async () => (await import('./import-command.ts')).importCommand,
  },
  watch: {
    group: m.cli_group_tables,
    summary: m.cli_watch_summary,
    load: async () => (await import('./watch-command.ts')).watchCommand,
  },
  links: {
    group: m.cli_group_tables,
    summary: m.stock_cli_links_summary,
    load: async () => (await import('./links-command.ts')).linksCommand,
  },
  resume: {
    group: m.cli_group_tables,
    summary: m.cli_resume_summary,
    load: async () => (await import('./resume-command.ts')).resumeCommand,
  },
  settle: {
    group: m.cli_group_tables,
    summary: m.cli_settle_summary,
    load: async () => (await import('./settle-command.ts')).settleCommand,
  },
  undo: {
    group: m.cli_group_tables,
    summary: m.cli_undo_summary,
    load: async () => (await import('./undo-command.ts')).undoCommand,
  },
  report: {
    group: m.cli_group_tables,
    summary: m.cli_import_report,
    load: async () => (await import('./report-command.ts')).reportCommand,
  },
  batches: {
    group: m.cli_group_tables,
    summary: m.cli_batches_summary,
    load: async () => (await import('./batches-command.ts')).batchesCommand,
  },
  journal: {
    group: m.cli_group_tables,
    summary: m.cli_journal_summary,
    load: async () => (await import('./journal-command.ts')).journalCommand,
  },
  staged: {
    group: m.cli_group_tables,
    summary: m.cli_staged_summary,
    load: async () => (await import('./staged-command.ts')).stagedCommand,
  },
  export: {
    group: m.cli_group_tables,
    summary: m.cli_export_summary,
    load: async () => (await import('./export-command.ts')).exportCommand,
  },
  template: {
    group: m.cli_group_tables,
    summary: m.cli_template_summary,
    load: async () => (await import('./template-command.ts')).templateCommand,
  },
  sync: {
    group: m.cli_group_stock,
    summary: m.cli_sync_summary,
    load: async () => (await import('./sync-command.ts')).syncCommand,
  },
  orders: {
    group: m.cli_group_stock,
    summary: m.cli_orders_summary,
    load: async () => (await import('./orders-command.ts')).ordersCommand,
  },
  'order-status': {
    group: m.cli_group_stock,
    summary: m.cli_order_status_summary,
    load: async () => (await import('./order-status-command.ts')).orderStatusCommand,
  },
  stats: {
    group: m.cli_group_stock,
    summary: m.demand_cli_summary,
    load: async () => (await import('./stats-command.ts')).statsCommand,
  },
  calls: {
    group: m.cli_group_stock,
    summary: m.demand_cli_calls_summary,
    load: async () => (await import('./calls-command.ts')).callsCommand,
  },
  search: {
    group: m.cli_group_market,
    summary: m.cli_search_summary,
    load: async () => (await import('./search-command.ts')).searchCommand,
  },
  info: {
    group: m.cli_group_market,
    summary: m.cli_info_summary,
    load: async () => (await import('./info-command.ts')).infoCommand,
  },
  convert: {
    group: m.cli_group_market,
    summary: m.cli_convert_summary,
    load: async () => (await import('./convert-command.ts')).convertCommand,
  },
  position: {
    group: m.cli_group_market,
    summary: m.cli_position_summary,
    load: async () => (await import('./position-command.ts')).positionCommand,
  },
  realty: {
    group: m.cli_group_market,
    summary: m.cli_realty_summary,
    load: async () => (await import('./realty-command.ts')).realtyCommand,
  },
  states: {
    group: m.cli_group_market,
    summary: m.cli_states_summary,
    load: async () => (await import('./states-command.ts')).statesCommand,
  },
  lookup: {
    group: m.cli_group_market,
    summary: m.cli_lookup_summary,
    load: async () => (await import('./lookup-command.ts')).lookupCommand,
  },
  key: {
    group: m.cli_group_desk,
    summary: m.cli_key_summary,
    load: async () => (await import('./key-command.ts')).keyCommand,
  },
  team: {
    group: m.cli_group_desk,
    summary: m.team_cli_summary,
    load: async () => (await import('./team-command.ts')).teamCommand,
  },
  quota: {
    group: m.cli_group_desk,
    summary: m.cli_quota_summary,
    load: async () => (await import('./quota-command.ts')).quotaCommand,
  },
  sandbox: {
    group: m.cli_group_desk,
    summary: m.cli_sandbox_summary,
    load: async () => (await import('./sandbox-command.ts')).sandboxCommand,
  },
  api: {
    group: m.cli_group_desk,
    summary: m.cli_api_summary,
    load: async () => (await import('./api-command.ts')).apiCommand,
  },
  support: {
    group: m.cli_group_desk,
    summary: m.cli_support_summary,
    load: async () => (await import('./support-command.ts')).supportCommand,
  },
  completion: {
    group: m.cli_group_desk,
    summary: m.cli_completion_summary,
    load: async () => (await import('./completion-command.ts')).completionCommand,
  },
} satisfies Record<string, CommandEntry>

export type CommandName = keyof typeof commands

export const commandNames = Object.keys(commands) as readonly CommandName[]

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name)

export const summaryOf = (name: CommandName): string => commands[name].summary()

export const groupOf = (name: CommandName): string => commands[name].group()

export const loadCommand = (name: CommandName): Promise<LoadedCommand> => commands[name].load()
