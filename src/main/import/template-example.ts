import type { FieldName } from '#shared/batch/write-fields.ts'

/** The vehicle of the example row, by its names. */
export const exampleVehicle: Readonly<Partial<Record<FieldName, string>>> = {
  marka_id: 'BMW',
  model_id: 'X5',
  base_id: '40d Steptronic (306 к.с.) xDrive',
  equip_id: 'Comfort',
}
