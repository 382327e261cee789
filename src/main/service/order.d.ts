import { z } from 'zod'
/** An order of the basket, by the contract's names; absent fields are null. */
export declare const orderSchema: z.ZodObject<
  {
    order_id: z.ZodPreprocess<z.ZodNumber, unknown>
    status: z.ZodPreprocess<z.ZodNullable<z.ZodNumber>, unknown>
    total_order_sum: z.ZodPreprocess<z.ZodNullable<z.ZodNumber>, unknown>
    created_at: z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>
    recipient: z.ZodPreprocess<
      z.ZodObject<
        {
          user_id: z.ZodPreprocess<z.ZodNullable<z.ZodNumber>, unknown>
          name: z.ZodPipe<
            z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>,
            z.ZodTransform<string | null, string | null>
          >
          email: z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>
          phone: z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>
        },
        z.core.$loose
      >,
      unknown
    >
    delivery: z.ZodPreprocess<
      z.ZodObject<
        {
          state_id: z.ZodPreprocess<z.ZodNullable<z.ZodNumber>, unknown>
          city_id: z.ZodPreprocess<z.ZodNullable<z.ZodNumber>, unknown>
          address: z.ZodPipe<
            z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>,
            z.ZodTransform<string | null, string | null>
          >
          service: z.ZodPipe<
            z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>,
            z.ZodTransform<string | null, string | null>
          >
        },
        z.core.$loose
      >,
      unknown
    >
    items: z.ZodPreprocess<
      z.ZodArray<
        z.ZodObject<
          {
            adv_id: z.ZodPreprocess<z.ZodNullable<z.ZodNumber>, unknown>
            name: z.ZodPipe<
              z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>,
              z.ZodTransform<string | null, string | null>
            >
            price: z.ZodPreprocess<z.ZodNullable<z.ZodNumber>, unknown>
            count: z.ZodPreprocess<z.ZodNullable<z.ZodNumber>, unknown>
            note: z.ZodPipe<
              z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>,
              z.ZodTransform<string | null, string | null>
            >
            vendor_code: z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>
          },
          z.core.$loose
        >
      >,
      unknown
    >
  },
  z.core.$loose
>
export type Order = z.infer<typeof orderSchema>
/** GET /ria/basket/orders/: each order is parsed by itself, so that one that can't be read doesn't lose the list. */
export declare const ordersAnswerSchema: z.ZodPreprocess<
  z.ZodObject<
    {
      status: z.ZodPreprocess<z.ZodNullable<z.ZodBoolean>, unknown>
      total: z.ZodPreprocess<z.ZodNullable<z.ZodNumber>, unknown>
      orders: z.ZodPreprocess<z.ZodArray<z.ZodUnknown>, unknown>
    },
    z.core.$loose
  >,
  unknown
>
export declare const orderStatusSchema: z.ZodObject<
  {
    id: z.ZodPreprocess<z.ZodNumber, unknown>
    name: z.ZodPipe<
      z.ZodPipe<
        z.ZodPreprocess<z.ZodNullable<z.ZodString>, unknown>,
        z.ZodTransform<string | null, string | null>
      >,
      z.ZodTransform<string, string | null>
    >
  },
  z.core.$loose
>
export type OrderStatus = z.infer<typeof orderStatusSchema>
/** GET /ria/basket/status. */
export declare const statusesAnswerSchema: z.ZodPreprocess<
  z.ZodObject<
    {
      status: z.ZodPreprocess<z.ZodNullable<z.ZodBoolean>, unknown>
      data: z.ZodPipe<
        z.ZodPreprocess<z.ZodArray<z.ZodUnknown>, unknown>,
        z.ZodTransform<
          {
            [x: string]: unknown
            id: number
            name: string
          }[],
          unknown[]
        >
      >
    },
    z.core.$loose
  >,
  unknown
>
