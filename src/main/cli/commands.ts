import { m } from '#shared/i18n/generated/messages.js'
import type { LoadedCommand } from './command-definition.ts'

type Words = () => string
/** The file of a command, which is loaded when the command is called. */
type Load = () => Promise<{ readonly command: LoadedCommand }>

/** Every command in the order of the help, with its heading and its line in the list of commands. */
const commands = {
  import: [m.cli_group_tables, m.cli_import_summary, () => import('./import-command.ts')],
  watch: [m.cli_group_tables, m.cli_watch_summary, () => import('./watch-command.ts')],
  links: [m.cli_group_tables, m.stock_cli_links_summary, () => import('./links-command.ts')],
  resume: [m.cli_group_tables, m.cli_resume_summary, () => import('./resume-command.ts')],
  settle: [m.cli_group_tables, m.cli_settle_summary, () => import('./settle-command.ts')],
  undo: [m.cli_group_tables, m.cli_undo_summary, () => import('./undo-command.ts')],
  report: [m.cli_group_tables, m.cli_import_report, () => import('./report-command.ts')],
  batches: [m.cli_group_tables, m.cli_batches_summary, () => import('./batches-command.ts')],
  journal: [m.cli_group_tables, m.cli_journal_summary, () => import('./journal-command.ts')],
  staged: [m.cli_group_tables, m.cli_staged_summary, () => import('./staged-command.ts')],
  export: [m.cli_group_tables, m.cli_export_summary, () => import('./export-command.ts')],
  template: [m.cli_group_tables, m.cli_template_summary, () => import('./template-command.ts')],
  sync: [m.cli_group_stock, m.cli_sync_summary, () => import('./sync-command.ts')],
  orders: [m.cli_group_stock, m.cli_orders_summary, () => import('./orders-command.ts')],
  'order-status': [m.cli_group_stock, m.cli_order_status_summary, () => import('./order-status-command.ts')],
  stats: [m.cli_group_stock, m.demand_cli_summary, () => import('./stats-command.ts')],
  calls: [m.cli_group_stock, m.demand_cli_calls_summary, () => import('./calls-command.ts')],
  search: [m.cli_group_market, m.cli_search_summary, () => import('./search-command.ts')],
  info: [m.cli_group_market, m.cli_info_summary, () => import('./info-command.ts')],
  convert: [m.cli_group_market, m.cli_convert_summary, () => import('./convert-command.ts')],
  position: [m.cli_group_market, m.cli_position_summary, () => import('./position-command.ts')],
  realty: [m.cli_group_market, m.cli_realty_summary, () => import('./realty-command.ts')],
  states: [m.cli_group_market, m.cli_states_summary, () => import('./states-command.ts')],
  lookup: [m.cli_group_market, m.cli_lookup_summary, () => import('./lookup-command.ts')],
  key: [m.cli_group_desk, m.cli_key_summary, () => import('./key-command.ts')],
  team: [m.cli_group_desk, m.team_cli_summary, () => import('./team-command.ts')],
  quota: [m.cli_group_desk, m.cli_quota_summary, () => import('./quota-command.ts')],
  sandbox: [m.cli_group_desk, m.cli_sandbox_summary, () => import('./sandbox-command.ts')],
  api: [m.cli_group_desk, m.cli_api_summary, () => import('./api-command.ts')],
  support: [m.cli_group_desk, m.cli_support_summary, () => import('./support-command.ts')],
} satisfies Record<string, readonly [group: Words, summary: Words, load: Load]>

export type CommandName = keyof typeof commands

export const commandNames = Object.keys(commands) as readonly CommandName[]

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name)

export const groupOf = (name: CommandName): string => commands[name][0]()

export const summaryOf = (name: CommandName): string => commands[name][1]()

export const loadCommand = async (name: CommandName): Promise<LoadedCommand> =>
  (await commands[name][2]()).command
