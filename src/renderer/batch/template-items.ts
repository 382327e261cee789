import { m } from '#shared/i18n/generated/messages.js'
import { operations, type Operation } from '#shared/batch/operation.ts'
import { tableFormats, type TableFormat } from '#shared/files/table-format.ts'

const templates: Readonly<Record<Operation, () => string>> = {
  create: m.word_new_adverts,
  edit: m.batch_page_template_edit,
  delete: m.batch_page_template_delete,
}
const formats: Readonly<Record<TableFormat, (shown: { what: string }) => string>> = {
  xlsx: m.tables_template_as_xlsx,
  csv: m.tables_template_as_csv,
}

/** Every template that can be saved. */
export const templateItems = tableFormats.flatMap((format) =>
  operations.map((operation) => ({
    id: `template-${operation}-${format}`,
    operation,
    format,
    label: () => formats[format]({ what: templates[operation]() }),
  })),
)

/** Name of a template, for places where nothing else says that it is one. */
export const templateWords = ({ label }: (typeof templateItems)[number]): string =>
  m.app_on_page({ page: m.batch_page_templates(), action: label() })
