import { z } from 'zod'
/** A number, or a string that reads as one; null where there is none. */
export declare const number: z.ZodPreprocess<z.ZodNullable<z.ZodNumber>, unknown>
/** A number without which the record means nothing. */
export declare const identifier: z.ZodPreprocess<z.ZodNumber, unknown>
/** A string as it came; null where there is none. */
export declare const text: z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>
/** A string that people read: tags dropped and entities decoded. */
export declare const prose: z.ZodPipe<
  z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>,
  z.ZodTransform<string | null, string | null>
>
/** True or false, 1 or 0, "1" or "0"; null where the service says nothing. */
export declare const flag: z.ZodPreprocess<z.ZodNullable<z.ZodBoolean>, unknown>
/** A nested object; where it is absent, one whose fields are all null. */
export declare const group: <Shape extends z.ZodRawShape>(
  shape: Shape,
) => z.ZodPreprocess<z.ZodObject<{ -readonly [P in keyof Shape]: Shape[P] }, z.core.$loose>, unknown>
/** An array; an object with numeric keys is taken for one, as some servers write it. */
export declare const list: <Item extends z.ZodType>(item: Item) => z.ZodPreprocess<z.ZodArray<Item>, unknown>
/** An array without the elements that can't be read: one odd element doesn't lose the others. */
export declare const readable: <Item extends z.ZodType>(
  item: Item,
) => z.ZodPipe<
  z.ZodPreprocess<z.ZodArray<z.ZodUnknown>, unknown>,
  z.ZodTransform<z.core.output<Item>[], unknown[]>
>
/** An object whose keys are data, such as ids. */
export declare const dictionary: <Value extends z.ZodType>(
  value: Value,
) => z.ZodPreprocess<z.ZodRecord<z.ZodString, Value>, unknown>
/** The contract answers an array that holds one object, the live service the object itself: both are taken. */
export declare const root: <Schema extends z.ZodType>(schema: Schema) => z.ZodPreprocess<Schema, unknown>
