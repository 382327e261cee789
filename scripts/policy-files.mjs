/**
 * Writes what administrators need of `src/shared/policy/policy.ts`: the JSON schema, the templates of the group policy in each
 * language, and the table of docs/office/computers.md. Run it as `node scripts/policy-files.mjs` after a change there.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { policySchema } from '../src/shared/policy/policy.ts'
import { policyWords } from '../src/renderer/settings/policy-words.ts'
import { applyLocale } from '../src/shared/i18n/locale.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = 'resources/policies'
const key = 'Software\\Policies\\Forecourt'

/** The languages of the templates, as Windows names them. */
const languages = { 'en-US': 'en', 'uk-UA': 'uk' }
const headings = { en: 'Forecourt', uk: 'Forecourt' }

/** The one that has them, without its last part, which changes nothing here. */
const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version.replace(/\.\d+$/, '')
const schema = z.toJSONSchema(policySchema)
const names = Object.keys(schema.properties)

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const words = (locale) => {
  applyLocale(locale)
  const said = names.map((name) => [name, policyWords[name].title(), policyWords[name].text()])
  applyLocale('en')
  return said
}

function jsonSchema() {
  const titles = new Map(words('en').map(([name, title, text]) => [name, { title, description: text }]))
  const properties = Object.fromEntries(
    names.map((name) => [name, { ...titles.get(name), ...schema.properties[name] }]),
  )
  return `${JSON.stringify({ ...schema, title: 'Policies of Forecourt', properties }, null, 2)}\n`
}

/** How a value of this kind is asked for in the group policy editor. */
function elements(name, { type, minimum, maximum, maxLength }) {
  if (type === 'array') return `<list id="${name}" key="${key}\\${name}" additive="false" valuePrefix="" />`
  if (type === 'integer')
    return `<decimal id="${name}" valueName="${name}" minValue="${minimum}" maxValue="${maximum}" required="true" />`
  return `<text id="${name}" valueName="${name}" maxLength="${maxLength}" required="true" />`
}

function policy(name) {
  const of = schema.properties[name]
  const head = `    <policy name="${name}" class="Machine" displayName="$(string.${name})" explainText="$(string.${name}_text)"`
  const below = `      <parentCategory ref="Forecourt" />\n      <supportedOn ref="Every" />`
  if (of.type === 'boolean')
    return `${head} key="${key}" valueName="${name}">\n${below}\n      <enabledValue><decimal value="1" /></enabledValue>\n      <disabledValue><decimal value="0" /></disabledValue>\n    </policy>`
  return `${head} key="${key}" presentation="$(presentation.${name})">\n${below}\n      <elements>${elements(name, of)}</elements>\n    </policy>`
}

const admx = () => `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="forecourt" namespace="Forecourt.Policies" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="Every" displayName="$(string.Every)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="Forecourt" displayName="$(string.Forecourt)" />
  </categories>
  <policies>
${names.map(policy).join('\n')}
  </policies>
</policyDefinitions>
`

function presentation([name, title]) {
  const { type } = schema.properties[name]
  if (type === 'boolean') return []
  const label = escaped(title)
  const field =
    type === 'array'
      ? `<listBox refId="${name}">${label}</listBox>`
      : type === 'integer'
        ? `<decimalTextBox refId="${name}">${label}</decimalTextBox>`
        : `<textBox refId="${name}"><label>${label}</label></textBox>`
  return [`      <presentation id="${name}">${field}</presentation>`]
}

const adml = (locale) => `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <displayName>Forecourt</displayName>
  <description>Forecourt</description>
  <resources>
    <stringTable>
      <string id="Forecourt">${headings[locale]}</string>
      <string id="Every">Forecourt ${version}</string>
${words(locale)
  .map(
    ([name, title, text]) =>
      `      <string id="${name}">${escaped(title)}</string>\n      <string id="${name}_text">${escaped(text)}</string>`,
  )
  .join('\n')}
    </stringTable>
    <presentationTable>
${words(locale).flatMap(presentation).join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`

const kinds = { array: 'list of texts', boolean: 'yes or no', integer: 'number', string: 'text' }
const registry = {
  array: 'subkey of `REG_SZ`',
  boolean: '`REG_DWORD` 1',
  integer: '`REG_DWORD`',
  string: '`REG_SZ`',
}

/** The rows of the table in docs/office/computers.md. */
export const rows = () =>
  words('en').map(([name, , text]) => {
    const { type, minimum, maximum } = schema.properties[name]
    const bounds = minimum === undefined ? '' : `, ${minimum} to ${maximum}`
    return `| \`${name}\` | ${kinds[type]}${bounds} | ${registry[type]} | ${text} |`
  })

export const docsPath = 'docs/office/computers.md'
const table = /(<!-- policies -->\n)[\s\S]*?(<!-- \/policies -->)/

/** The page with its table as it has to be. */
export const page = (now) =>
  now.replace(
    table,
    (_, begin, end) =>
      `${begin}\n| Name | Value | Registry | What it decides |\n| --- | --- | --- | --- |\n${rows().join('\n')}\n\n${end}`,
  )

/** By path, each file as it has to be. */
export const files = () => ({
  [`${folder}/policy.schema.json`]: jsonSchema(),
  [`${folder}/forecourt.admx`]: admx(),
  ...Object.fromEntries(
    Object.entries(languages).map(([name, locale]) => [`${folder}/${name}/forecourt.adml`, adml(locale)]),
  ),
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(files())) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  writeFileSync(join(root, docsPath), page(readFileSync(join(root, docsPath), 'utf8')))
}
