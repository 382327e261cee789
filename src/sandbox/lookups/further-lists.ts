import { notFound, ok, type Answer } from '../http/answers.ts'
import { wholeNumber } from '../http/query.ts'
import { bodyStyles } from '../vehicles/equipment.ts'
import { equipment, generationBodies, generations, modifications } from '../vehicles/new-catalog.ts'
import { catalogModels, makes } from '../vehicles/vehicle-catalog.ts'
import { slug } from '../world/slug.ts'
import { dictionaries } from './dictionaries.ts'

type List = (query: URLSearchParams, ids: readonly string[]) => Answer

const idOf = (text: string | null | undefined): number => wholeNumber(text) ?? 0
const named = ({ id, name }: { readonly id: number; readonly name: string }) => ({ name, value: id })

const modelsOf = (category: number, marka: number) =>
  catalogModels.filter(({ make }) => make.id === marka && make.category === category)

/** Models whose names begin with the same word are a list of their own, which begins with the shortest name. */
function grouped<T extends { readonly name: string }>(entries: readonly T[]): (T | T[])[] {
  const families = Map.groupBy(entries, ({ name }) => name.split(/[\s-]/)[0])
  return [...families.values()].map((family) => {
    const inOrder = family.toSorted((one, other) => one.name.length - other.name.length)
    const [only] = inOrder
    return only !== undefined && inOrder.length === 1 ? only : inOrder
  })
}

const generationOf = ({ id, name, yearFrom, yearTo, model }: (typeof generations)[number]) => ({
  generationId: id,
  name,
  yearFrom,
  yearTo,
  modelId: model.id,
  eng: slug(name),
})

const modificationsIn = (generation: number, body?: number) =>
  modifications
    .filter(({ body: own }) => own.generation.id === generation && (body ?? own.bodyId) === own.bodyId)
    .map(named)

const generationsOfModel: List = (_, [text]) => {
  const model = catalogModels.find(({ id }) => id === idOf(text))
  if (model === undefined) return notFound('Model')
  const own = generations.filter((generation) => generation.model.id === model.id)
  return ok([{ name: model.name, id: model.id, generations: own.map(generationOf) }])
}

/** Lists that clients of the live service read in addition to those of docs/service/lookups.md's first tables. */
export const furtherLists: Readonly<Record<string, List>> = {
  '/auto/bodystyles': () =>
    ok(Object.entries(bodyStyles).map(([id, { uk }]) => ({ name: uk, value: Number(id) }))),
  '/auto/models': () => ok(makes.flatMap(({ models }) => models.map(named))),
  '/auto/categories/{id}/bodystyles/_group': (query, ids) =>
    dictionaries['/auto/categories/{id}/bodystyles']?.(query, ids) ?? notFound('Category'),
  '/auto/categories/{id}/marks/{marka_id}/models/_group': (_, [category, marka]) =>
    ok(grouped(modelsOf(idOf(category), idOf(marka)).map(named))),
  '/generations/by/models/{model_id}/generations': generationsOfModel,
  '/modifications/by/generation/{generation_id}/modifications': (_, [generation]) =>
    ok(modificationsIn(idOf(generation))),
  '/modifications/by/generation/{generation_id}/body/{body_id}/modifications': (_, [generation, body]) =>
    ok(modificationsIn(idOf(generation), idOf(body))),
  '/bodies/by/generation/{generation_id}/bodies': (_, [text]) =>
    ok(
      generationBodies
        .filter(({ generation }) => generation.id === idOf(text))
        .map(({ bodyId }) => ({ name: bodyStyles[bodyId]?.uk ?? '', value: bodyId })),
    ),
  '/auto_ria/equips_by_modifications': (query) => {
    const wanted = wholeNumber(query.get('modificationId'))
    if (wanted === undefined) return { status: 400, value: { message: 'Modification ID is required' } }
    const own = equipment.filter(({ modification }) => modification.id === wanted)
    return ok(own.map(({ id, year, name }) => ({ equipId: id, baseId: wanted, year, name })))
  },
}
