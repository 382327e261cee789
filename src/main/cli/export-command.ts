import { Option } from '@commander-js/extra-typings'
import { encodings } from '#shared/import/draft.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { advertStates } from '#shared/inventory/advert.ts'
import type { Forecourt } from '../assemble.ts'
import type { StockTable } from '../inventory/inventory-export.ts'
import { defineCommand } from './command-definition.ts'
import { delimiterOf, encodingOf } from './file-options.ts'
import { exitCodes } from './output.ts'
import { csvOnly, delimiterFor, ensureSaveable, formOf, saveChunks, shownPath } from './save-file.ts'
import { UsageError } from './usage-error.ts'

const everything = { text: '', states: [], sort: [] }

/** `export`: writes the cached stock as CSV, or as a table to be changed; reads it first if nothing is cached yet. */
export const command = defineCommand({
  describe: (command) =>
    command
      .argument('<OUT>', m.cli_argument_out())
      .option('--edit', m.cli_export_edit())
      .option('--xlsx', m.cli_export_xlsx())
      .addOption(
        new Option('--encoding <NAME>', m.cli_export_encoding()).choices(encodings).argParser(encodingOf),
      )
      .addOption(new Option('--delimiter <C>', m.cli_export_delimiter()).argParser(delimiterOf)),
  examples: ['export stock.csv', 'export --edit --xlsx edit.xlsx'],

  async run({ open, output }, { edit = false, xlsx = false, encoding, delimiter }, file) {
    const between = delimiter ?? delimiterFor(file)
    if (xlsx && !edit) throw new UsageError(m.cli_only_with({ option: '--xlsx', other: '--edit' }))
    if (edit && (encoding ?? delimiter))
      throw new UsageError(
        m.cli_options_exclude({ options: `${encoding ? '--encoding' : '--delimiter'}, --edit` }),
      )
    ensureSaveable(file)
    const form = edit ? formOf(file, xlsx) : 'csv'
    if (!edit) csvOnly(file, between)
    const forecourt = await open()
    await readFirst(forecourt)
    const { chunks, counted } = edit
      ? await editTable(forecourt, form)
      : await forecourt.inventory.tables.csv(everything, { encoding, delimiter: between })
    await saveChunks(file, chunks)
    const { adverts, leftEmpty: count } = counted
    if (count > 0) output.say(edit ? m.tables_edit_long_texts({ count }) : m.cli_export_beyond({ count }))
    output.say(m.cli_export_saved({ count: adverts, file: shownPath(file) }))
    return exitCodes.done
  },
})

async function readFirst({ inventorySync }: Forecourt): Promise<void> {
  const { syncedAt } = await inventorySync.state()
  const { failure } = syncedAt === null ? await inventorySync.sync() : { failure: null }
  if (failure) throw new Fault(failure.code, failure.details)
}

/** Adverts that the service no longer has can't be changed. */
async function editTable({ inventory }: Forecourt, form: 'csv' | 'xlsx'): Promise<StockTable> {
  const ids = await inventory.lists.ids({ ...everything, states: editable })
  return inventory.tables.toEdit(ids, form)
}

const editable = advertStates.filter((state) => state !== 'gone')
