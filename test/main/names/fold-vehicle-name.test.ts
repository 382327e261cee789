import { expect, it } from 'vitest'
import { foldVehicleName, plainVehicleWords } from '../../../src/main/names/fold-vehicle-name.ts'

it.each([
  ['case and spaces', 'Land  Rover', 'landrover'],
  ['hyphens of any kind', 'Mercedes‑Benz', 'mercedes benz'],
  ['look-alike letters', 'Х5', 'x5'],
  ['the spelling of horsepower', '40d (306 к.с.) xDrive', '40d 306 л. с. XDRIVE'],
  ['horsepower in Latin', '40d 306hp', '40d (306 к.с.)'],
  ['a decimal comma', '2,0 TDI', '2.0 TDI'],
  ['the points of a shortening', 'Golf Plus.', 'golf plus'],
  ['invisible letters', 'Gol\u200Bf\uFEFF', 'golf'],
])('%s make no difference', (_what, one, other) => {
  expect(foldVehicleName(one)).toBe(foldVehicleName(other))
})

it.each([
  ['2.0 TDI', '20 TDI'],
  ['X5', 'X5 M'],
  ['Comfort', 'Comfort+'],
  ['116', '1.16'],
])('%s stays another name than %s', (one, other) => {
  expect(foldVehicleName(one)).not.toBe(foldVehicleName(other))
})

it.each([
  ['40d АТ', '40d Steptronic'],
  ['E71 FL', 'E71 рестайлінг'],
  ['2.0 AT', '2.0 Автомат'],
])('%s and %s are names of different years for the same', (one, other) => {
  expect(plainVehicleWords(one)).toEqual(plainVehicleWords(other))
  expect(foldVehicleName(one)).not.toBe(foldVehicleName(other))
})
