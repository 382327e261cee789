import { z } from 'zod'
import { storedJson } from '../../storage/stored-json.ts'

/** A column that keeps JSON. */
export const json = storedJson

/** A column that keeps 0 or 1. */
export const flag = z.int().transform((value) => value === 1)

/** A column that keeps parameters by contract names, as JSON. */
export const jsonValues = json.pipe(z.record(z.string(), z.union([z.string(), z.number()])))
