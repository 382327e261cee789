/** Fuels a model is sold with: p petrol, d diesel, g gas and petrol, h hybrid, e electric. */
export interface ModelEntry {
  readonly id: number
  readonly name: string
  readonly body: number
  /** What a new one costs, in thousands of US dollars. */
  readonly price: number
  /** Engine volume in litres; 0 for electric. */
  readonly volume: number
  /** Horsepower. */
  readonly power: number
  readonly fuels: string
}

export interface MakeEntry {
  readonly id: number
  readonly name: string
  /** Country of origin, ISO 3166 numeric. */
  readonly origin: number
  readonly category: number
  readonly models: readonly ModelEntry[]
}

type ModelRow = readonly [
  id: number,
  name: string,
  body: number,
  price: number,
  volume: number,
  power: number,
  fuels: string,
]

const make = (
  id: number,
  name: string,
  origin: number,
  rows: readonly ModelRow[],
  category = 1,
): MakeEntry => ({
  id,
  name,
  origin,
  category,
  models: rows.map(([model, title, body, price, volume, power, fuels]) => ({
    id: model,
    name: title,
    body,
    price,
    volume,
    power,
    fuels,
  })),
})

// Bodies: 2 station wagon, 3 sedan, 4 hatchback, 5 crossover, 6 coupé, 8 minivan, 9 pickup, 254 van, 307 liftback.
export const makes: readonly MakeEntry[] = [
  make(6, 'Audi', 276, [
    [43, 'A3', 4, 34, 1.5, 150, 'pd'],
    [47, 'A4', 3, 44, 2, 204, 'pd'],
    [49, 'A6', 3, 58, 3, 245, 'pdh'],
    [50, 'A8', 3, 98, 3, 340, 'pd'],
    [1937, 'Q5', 5, 56, 2, 249, 'pdh'],
    [1944, 'Q7', 5, 82, 3, 286, 'pd'],
    [2094, 'Q3', 5, 42, 2, 190, 'pd'],
    [58112, 'e-tron', 5, 92, 0, 408, 'e'],
  ]),
  make(9, 'BMW', 276, [
    [3219, '3 Series', 3, 49, 2, 184, 'pdh'],
    [2319, '5 Series', 3, 66, 2, 252, 'pdh'],
    [18490, '7 Series', 3, 118, 3, 340, 'pdh'],
    [1866, 'X1', 5, 44, 2, 192, 'pd'],
    [2161, 'X3', 5, 58, 2, 249, 'pdh'],
    [96, 'X5', 5, 88, 3, 286, 'pdh'],
    [2160, 'X6', 5, 96, 3, 340, 'pd'],
    [59114, 'iX3', 5, 72, 0, 286, 'e'],
  ]),
  make(13, 'Chevrolet', 840, [
    [134, 'Aveo', 3, 13, 1.5, 86, 'pg'],
    [138, 'Lacetti', 3, 12, 1.6, 109, 'pg'],
    [1038, 'Cruze', 3, 17, 1.8, 141, 'pgd'],
    [2247, 'Bolt EV', 4, 31, 0, 204, 'e'],
    [2021, 'Volt', 307, 33, 1.4, 149, 'h'],
  ]),
  make(190, 'Chery', 156, [
    [2110, 'Tiggo 4', 5, 19, 1.5, 147, 'p'],
    [2111, 'Tiggo 7 Pro', 5, 26, 1.5, 147, 'p'],
    [2112, 'Tiggo 8 Pro', 5, 33, 1.6, 186, 'p'],
  ]),
  make(15, 'Citroen', 250, [
    [2055, 'C4', 4, 24, 1.2, 130, 'pd'],
    [149, 'C5 Aircross', 5, 33, 1.5, 131, 'pdh'],
    [152, 'Berlingo', 8, 25, 1.5, 102, 'pd'],
    [153, 'Jumper', 254, 38, 2.2, 140, 'd'],
  ]),
  make(17, 'Dacia', 642, [
    [1001, 'Logan', 3, 14, 1, 90, 'pg'],
    [1002, 'Sandero', 4, 15, 1, 90, 'pg'],
    [1003, 'Duster', 5, 22, 1.5, 115, 'pdg'],
    [59800, 'Spring', 4, 19, 0, 65, 'e'],
  ]),
  make(18, 'Daewoo', 410, [
    [170, 'Lanos', 3, 8, 1.5, 86, 'pg'],
    [173, 'Matiz', 4, 7, 0.8, 51, 'pg'],
    [175, 'Nexia', 3, 8, 1.6, 109, 'pg'],
  ]),
  make(23, 'Fiat', 380, [
    [215, 'Doblo', 8, 22, 1.6, 105, 'pd'],
    [1012, '500', 4, 19, 1.2, 69, 'p'],
    [1013, '500e', 4, 29, 0, 118, 'e'],
    [222, 'Tipo', 3, 18, 1.4, 95, 'pd'],
  ]),
  make(24, 'Ford', 840, [
    [240, 'Focus', 4, 24, 1.5, 150, 'pd'],
    [239, 'Fiesta', 4, 18, 1, 100, 'p'],
    [1066, 'Kuga', 5, 35, 1.5, 150, 'pdh'],
    [244, 'Mondeo', 3, 30, 2, 150, 'pdh'],
    [2020, 'Escape', 5, 31, 1.5, 181, 'ph'],
    [247, 'Transit', 254, 42, 2, 130, 'd'],
    [249, 'Ranger', 9, 46, 2, 213, 'd'],
  ]),
  make(185, 'Geely', 156, [
    [2120, 'Coolray', 5, 22, 1.5, 147, 'p'],
    [2121, 'Monjaro', 5, 37, 2, 238, 'p'],
    [59901, 'Geometry C', 5, 28, 0, 204, 'e'],
  ]),
  make(28, 'Honda', 392, [
    [261, 'Accord', 3, 33, 1.5, 192, 'ph'],
    [265, 'Civic', 3, 27, 1.5, 182, 'p'],
    [269, 'CR-V', 5, 36, 1.5, 193, 'ph'],
    [2066, 'HR-V', 5, 29, 1.5, 131, 'ph'],
  ]),
  make(29, 'Hyundai', 410, [
    [293, 'Accent', 3, 16, 1.4, 100, 'pg'],
    [295, 'Elantra', 3, 21, 1.6, 128, 'pg'],
    [1876, 'i30', 4, 22, 1.5, 110, 'p'],
    [304, 'Santa Fe', 5, 43, 2.2, 200, 'pdh'],
    [2037, 'Sonata', 3, 29, 2.5, 180, 'pgh'],
    [306, 'Tucson', 5, 32, 1.6, 180, 'pdh'],
    [47610, 'Ioniq 5', 5, 46, 0, 217, 'e'],
  ]),
  make(30, 'Infiniti', 392, [
    [2050, 'QX50', 5, 46, 2, 249, 'p'],
    [2052, 'QX70', 5, 54, 3.7, 333, 'p'],
  ]),
  make(32, 'Jeep', 840, [
    [332, 'Cherokee', 5, 36, 2.4, 184, 'p'],
    [333, 'Grand Cherokee', 5, 62, 3.6, 286, 'pd'],
    [2070, 'Compass', 5, 32, 1.3, 150, 'p'],
    [335, 'Wrangler', 5, 58, 2, 272, 'p'],
  ]),
  make(33, 'Kia', 410, [
    [341, 'Ceed', 4, 22, 1.5, 160, 'pd'],
    [343, 'Cerato', 3, 20, 1.6, 128, 'pg'],
    [2030, 'Niro', 5, 32, 1.6, 141, 'he'],
    [346, 'Rio', 3, 17, 1.4, 100, 'pg'],
    [348, 'Sorento', 5, 44, 2.2, 202, 'pdh'],
    [349, 'Sportage', 5, 31, 1.6, 180, 'pdh'],
    [59400, 'EV6', 5, 49, 0, 229, 'e'],
  ]),
  make(37, 'Land Rover', 826, [
    [362, 'Discovery', 5, 78, 3, 249, 'pd'],
    [364, 'Range Rover', 5, 138, 3, 350, 'pdh'],
    [1049, 'Range Rover Sport', 5, 112, 3, 300, 'pdh'],
    [2083, 'Range Rover Evoque', 5, 58, 2, 200, 'pd'],
  ]),
  make(38, 'Lexus', 392, [
    [373, 'ES', 3, 54, 2.5, 218, 'ph'],
    [377, 'LX', 5, 142, 3.5, 415, 'pd'],
    [379, 'RX', 5, 76, 2.5, 250, 'ph'],
    [2090, 'NX', 5, 56, 2.5, 243, 'ph'],
    [376, 'GX', 5, 94, 4.6, 301, 'p'],
  ]),
  make(47, 'Mazda', 392, [
    [390, '3', 3, 25, 2, 122, 'p'],
    [393, '6', 3, 31, 2.5, 194, 'p'],
    [2046, 'CX-5', 5, 35, 2.5, 194, 'pd'],
    [2048, 'CX-30', 5, 29, 2, 122, 'p'],
  ]),
  make(48, 'Mercedes-Benz', 276, [
    [423, 'C-Class', 3, 52, 1.5, 204, 'pdh'],
    [428, 'E-Class', 3, 68, 2, 258, 'pdh'],
    [444, 'S-Class', 3, 132, 3, 367, 'pdh'],
    [2127, 'GLC-Class', 5, 62, 2, 258, 'pdh'],
    [2128, 'GLE-Class', 5, 92, 3, 330, 'pdh'],
    [2131, 'GLS-Class', 5, 122, 3, 367, 'pd'],
    [450, 'Vito', 8, 52, 2, 163, 'd'],
    [449, 'Sprinter', 254, 56, 2.1, 163, 'd'],
  ]),
  make(52, 'Mitsubishi', 392, [
    [463, 'Lancer', 3, 16, 1.6, 117, 'pg'],
    [464, 'L 200', 9, 36, 2.4, 154, 'd'],
    [466, 'Outlander', 5, 34, 2.4, 167, 'ph'],
    [1063, 'ASX', 5, 23, 1.6, 117, 'p'],
    [467, 'Pajero Sport', 5, 42, 2.4, 181, 'd'],
  ]),
  make(55, 'Nissan', 392, [
    [488, 'Leaf', 4, 31, 0, 150, 'e'],
    [492, 'Juke', 5, 24, 1, 114, 'p'],
    [1042, 'Qashqai', 5, 30, 1.3, 158, 'pdh'],
    [503, 'X-Trail', 5, 38, 1.5, 163, 'pdh'],
    [2092, 'Rogue', 5, 31, 2.5, 181, 'p'],
  ]),
  make(56, 'Opel', 276, [
    [510, 'Astra', 4, 26, 1.2, 130, 'pd'],
    [511, 'Corsa', 4, 20, 1.2, 100, 'p'],
    [519, 'Vectra', 3, 18, 1.8, 140, 'pgd'],
    [2000, 'Insignia', 307, 31, 2, 174, 'pd'],
    [523, 'Zafira', 8, 27, 1.6, 134, 'pd'],
    [2002, 'Grandland', 5, 33, 1.2, 130, 'pdh'],
  ]),
  make(58, 'Peugeot', 250, [
    [2063, '2008', 5, 27, 1.2, 130, 'pd'],
    [2064, '3008', 5, 36, 1.5, 131, 'pdh'],
    [537, '308', 4, 26, 1.2, 130, 'pd'],
    [2065, '5008', 5, 40, 1.5, 131, 'pd'],
    [542, 'Partner', 8, 26, 1.5, 102, 'd'],
  ]),
  make(59, 'Porsche', 276, [
    [551, 'Cayenne', 5, 112, 3, 353, 'ph'],
    [2042, 'Macan', 5, 76, 2, 265, 'p'],
    [1983, 'Panamera', 307, 124, 2.9, 353, 'ph'],
    [58690, 'Taycan', 3, 108, 0, 435, 'e'],
  ]),
  make(62, 'Renault', 250, [
    [577, 'Clio', 4, 19, 1, 91, 'pd'],
    [1064, 'Duster', 5, 21, 1.6, 114, 'pd'],
    [578, 'Kangoo', 8, 24, 1.5, 95, 'pd'],
    [1065, 'Logan', 3, 13, 1, 90, 'pg'],
    [586, 'Megane', 4, 24, 1.3, 140, 'pd'],
    [589, 'Scenic', 8, 28, 1.5, 110, 'pd'],
    [591, 'Trafic', 254, 38, 2, 145, 'd'],
    [2009, 'Captur', 5, 24, 1.3, 130, 'pd'],
    [47400, 'Zoe', 4, 30, 0, 135, 'e'],
  ]),
  make(67, 'SEAT', 724, [
    [611, 'Ibiza', 4, 19, 1, 95, 'p'],
    [612, 'Leon', 4, 25, 1.5, 150, 'pd'],
    [2013, 'Ateca', 5, 32, 1.5, 150, 'pd'],
  ]),
  make(70, 'Skoda', 203, [
    [649, 'Fabia', 4, 19, 1, 95, 'p'],
    [652, 'Octavia', 307, 29, 1.4, 150, 'pdg'],
    [1005, 'Superb', 307, 41, 2, 190, 'pd'],
    [2038, 'Kodiaq', 5, 44, 2, 190, 'pd'],
    [2039, 'Karoq', 5, 33, 1.5, 150, 'pd'],
    [2040, 'Rapid', 307, 18, 1.6, 110, 'pg'],
    [59210, 'Enyaq iV', 5, 48, 0, 204, 'e'],
  ]),
  make(75, 'Subaru', 392, [
    [665, 'Forester', 5, 36, 2.5, 182, 'ph'],
    [667, 'Impreza', 4, 26, 2, 156, 'p'],
    [669, 'Outback', 2, 39, 2.5, 188, 'p'],
    [2049, 'XV', 5, 29, 2, 156, 'ph'],
  ]),
  make(76, 'Suzuki', 392, [
    [679, 'Grand Vitara', 5, 25, 2, 140, 'p'],
    [681, 'Swift', 4, 18, 1.2, 83, 'ph'],
    [684, 'Vitara', 5, 25, 1.4, 129, 'ph'],
    [1024, 'SX4', 5, 22, 1.4, 129, 'p'],
  ]),
  make(2233, 'Tesla', 840, [
    [45729, 'Model 3', 3, 41, 0, 283, 'e'],
    [34867, 'Model S', 307, 88, 0, 670, 'e'],
    [42279, 'Model X', 5, 96, 0, 670, 'e'],
    [50189, 'Model Y', 5, 47, 0, 299, 'e'],
  ]),
  make(79, 'Toyota', 392, [
    [698, 'Avensis', 3, 26, 1.8, 147, 'pd'],
    [702, 'Camry', 3, 36, 2.5, 209, 'ph'],
    [704, 'Corolla', 3, 25, 1.6, 132, 'ph'],
    [2054, 'C-HR', 5, 30, 1.8, 122, 'ph'],
    [711, 'Highlander', 5, 56, 2.5, 248, 'ph'],
    [714, 'Land Cruiser 300', 5, 108, 3.3, 299, 'pd'],
    [713, 'Land Cruiser Prado', 5, 62, 2.8, 204, 'pd'],
    [723, 'RAV4', 5, 38, 2.5, 222, 'ph'],
    [728, 'Yaris', 4, 22, 1.5, 116, 'ph'],
  ]),
  make(84, 'Volkswagen', 276, [
    [781, 'Caddy', 8, 31, 2, 122, 'pd'],
    [790, 'Golf', 4, 29, 1.5, 150, 'pd'],
    [793, 'Jetta', 3, 24, 1.4, 150, 'pgh'],
    [797, 'Passat', 2, 38, 2, 150, 'pd'],
    [798, 'Polo', 4, 21, 1, 95, 'pg'],
    [802, 'Tiguan', 5, 37, 2, 190, 'pd'],
    [801, 'Touareg', 5, 72, 3, 286, 'pd'],
    [804, 'Transporter', 254, 46, 2, 150, 'd'],
    [58220, 'ID.4', 5, 42, 0, 204, 'e'],
    [2067, 'Touran', 8, 34, 1.5, 150, 'pd'],
  ]),
  make(85, 'Volvo', 752, [
    [811, 'S60', 3, 45, 2, 249, 'ph'],
    [1008, 'XC60', 5, 58, 2, 249, 'pdh'],
    [820, 'XC90', 5, 76, 2, 300, 'pdh'],
    [2078, 'XC40', 5, 46, 1.5, 163, 'ph'],
    [59220, 'EX30', 5, 44, 0, 272, 'e'],
  ]),
  make(88, 'ВАЗ / Lada', 643, [
    [842, '2107', 3, 5, 1.5, 72, 'pg'],
    [846, '2110', 3, 6, 1.6, 81, 'pg'],
    [849, '2121 Нива', 5, 9, 1.7, 83, 'pg'],
    [1020, 'Priora', 3, 9, 1.6, 98, 'pg'],
  ]),
  make(89, 'ЗАЗ', 804, [
    [862, '1103 Славута', 307, 5, 1.2, 63, 'pg'],
    [865, 'Lanos', 3, 8, 1.5, 86, 'pg'],
    [2011, 'Forza', 307, 10, 1.5, 109, 'pg'],
  ]),
  make(
    177,
    'DAF',
    528,
    [
      [1401, 'XF 105', 217, 42, 12.9, 460, 'd'],
      [1402, 'LF 45', 212, 26, 4.5, 160, 'd'],
    ],
    6,
  ),
  make(
    147,
    'MAN',
    276,
    [
      [1411, 'TGX', 217, 55, 12.4, 440, 'd'],
      [1412, 'TGL', 212, 30, 4.6, 180, 'd'],
    ],
    6,
  ),
  make(
    184,
    'Yamaha',
    392,
    [
      [1421, 'MT-07', 20, 9, 0.7, 73, 'p'],
      [1422, 'YZF-R6', 22, 13, 0.6, 118, 'p'],
    ],
    2,
  ),
]
