/**
 * Compiles messages in ICU MessageFormat to functions: `messages/{en,uk}/orders.json` to a module `orders.js` with a function
 * for each message, which has the text of every language, and to its types. What a message shows is its argument.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'

const folder = resolve('src/shared/i18n/messages')
/** The language whose words stand in for a locale without messages. */
const base = 'en'
const languages = [base, ...readdirSync(folder).filter((name) => name !== base)]

export const features = readdirSync(join(folder, base)).map((file) => file.replace(/\.json$/, ''))

/** What every module of messages imports. */
export const head = "import { localeOf, plural } from '#shared/i18n/locale.ts'\n"

/** The texts of a message by language, parsed; throws where a language lacks it or shows other values. */
function parsedMessages(feature) {
  const texts = languages.map((language) => [
    language,
    JSON.parse(readFileSync(join(folder, language, `${feature}.json`), 'utf8')),
  ])
  const names = [...new Set(texts.flatMap(([, messages]) => Object.keys(messages)))]
  return names.map((name) => {
    const parsed = texts.map(([language, messages]) => [
      language,
      parsedText(language, feature, name, messages[name]),
    ])
    const [own, ...others] = parsed.map(([, elements]) =>
      JSON.stringify([...argumentsOf(elements).keys()].sort()),
    )
    if (others.some((other) => other !== own))
      throw new Error(
        `messages/*/${feature}.json: "${name}" shows other values in one language than in another`,
      )
    return { name, text: texts[0][1][name], parsed }
  })
}

function parsedText(language, feature, name, text) {
  const place = `messages/${language}/${feature}.json: "${name}"`
  if (typeof text !== 'string') throw new Error(`${place} is missing`)
  try {
    return parse(text, { ignoreTag: true, shouldParseSkeletons: false })
  } catch (error) {
    throw new Error(`${place} can't be read: ${error.message}`, { cause: error })
  }
}

/** The arguments of a message with the type of each. */
function argumentsOf(elements, found = new Map()) {
  for (const element of elements) {
    if (element.type === TYPE.argument && !found.has(element.value)) found.set(element.value, 'Shown')
    if (element.type !== TYPE.plural) continue
    found.set(element.value, 'number')
    for (const { value } of Object.values(element.options)) argumentsOf(value, found)
  }
  return found
}

/** A template string. */
function template(elements, language) {
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal) return element.value.replace(/[\\`]|\$(?=\{)/g, '\\$&')
    if (element.type === TYPE.argument) return `\${i.${element.value}}`
    if (element.type === TYPE.pound) return '${n}'
    if (element.type !== TYPE.plural) throw new Error(`a message has a part of a kind that is not compiled`)
    const forms = Object.entries(element.options).map(
      ([form, { value }]) => `${JSON.stringify(form)}: (n) => ${template(value, language)}`,
    )
    return `\${plural('${language}', i.${element.value}, { ${forms.join(', ')} })}`
  })
  return `\`${parts.join('')}\``
}

/** The statements of a feature's module by the name of the message. */
export function statementsOf(feature) {
  return new Map(
    parsedMessages(feature).map(({ name, parsed }) => {
      const said = parsed.map(([language, elements]) => template(elements, language))
      const chosen = parsed
        .slice(1)
        .map(([language], at) => `localeOf(o) === '${language}' ? ${said[at + 1]} : `)
      return [name, `export const ${name} = (i, o) => ${chosen.join('')}${said[0]}`]
    }),
  )
}

/** The types of a feature's module. */
export function typesOf(feature) {
  const declared = parsedMessages(feature).map(({ name, text, parsed }) => {
    const types = [...argumentsOf(parsed.flatMap(([, elements]) => elements))].map(
      ([argument, type]) => `readonly ${argument}: ${type}`,
    )
    const input = types.length === 0 ? 'i?: object' : `i: { ${types.join('; ')} }`
    return `/** ${text.replaceAll('*/', '* /')} */\nexport const ${name}: (${input}, o?: MessageOptions) => string`
  })
  return `import type { MessageOptions, Shown } from '../../locale.ts'\n${declared.join('\n')}\n`
}
