/**
 * The messages' file format, with one addition: a number by which a message chooses its plural form is shown in the
 * form of the language, `1,204 adverts`. It is named among the modules of project.inlang, which the compiler reads as
 * text: nothing relative can be imported here.
 */
import { pathToFileURL } from 'node:url'

const format = pathToFileURL(`${process.cwd()}/node_modules/@inlang/plugin-message-format/dist/index.js`)
const { default: plugin } = await import(format.href)

const shownName = (input) => `${input}_shown`

/** The inputs by which a message chooses its plural form. */
const countsOf = ({ declarations }) =>
  declarations.flatMap(({ value }) => (value?.annotation?.name === 'plural' ? [value.arg.name] : []))

const inForm = (input) => ({
  type: 'local-variable',
  name: shownName(input),
  value: {
    type: 'expression',
    arg: { type: 'variable-reference', name: input },
    annotation: { type: 'function-reference', name: 'number', options: [] },
  },
})

const shown = (part, counts) =>
  part.type === 'expression' && counts.includes(part.arg.name)
    ? { ...part, arg: { ...part.arg, name: shownName(part.arg.name) } }
    : part

export default {
  ...plugin,
  async importFiles(given) {
    const { bundles, messages, variants } = await plugin.importFiles(given)
    const counts = new Map(bundles.map((bundle) => [bundle.id, countsOf(bundle)]))
    return {
      bundles: bundles.map((bundle) => ({
        ...bundle,
        declarations: [...bundle.declarations, ...counts.get(bundle.id).map(inForm)],
      })),
      messages,
      variants: variants.map((variant) => ({
        ...variant,
        pattern: variant.pattern.map((part) => shown(part, counts.get(variant.messageBundleId) ?? [])),
      })),
    }
  },
}
