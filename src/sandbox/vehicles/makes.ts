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

/**
 * Ids of makes and models are those of the service so far as public dictionaries give them. Ids from 900,000 on are the
 * sandbox's own: the real ones are not known to this project.
 * Bodies: 2 station wagon, 3 sedan, 4 hatchback, 5 crossover, 6 coupé, 8 minivan, 9 pickup, 254 van, 307 liftback.
 */
export const makes: readonly MakeEntry[] = [
  make(6, 'Audi', 276, [
    [46, 'A3', 4, 34, 1.5, 150, 'pd'],
    [47, 'A4', 3, 44, 2, 204, 'pd'],
    [49, 'A6', 3, 58, 3, 245, 'pdh'],
    [51, 'A8', 3, 98, 3, 340, 'pd'],
    [3222, 'Q5', 5, 56, 2, 249, 'pdh'],
    [1943, 'Q7', 5, 82, 3, 286, 'pd'],
    [35548, 'Q3', 5, 42, 2, 190, 'pd'],
    [56328, 'e-tron', 5, 92, 0, 408, 'e'],
  ]),
  make(9, 'BMW', 276, [
    [3219, '3 Series', 3, 49, 2, 184, 'pdh'],
    [2319, '5 Series', 3, 66, 2, 252, 'pdh'],
    [18490, '7 Series', 3, 118, 3, 340, 'pdh'],
    [3597, 'X1', 5, 44, 2, 192, 'pd'],
    [1866, 'X3', 5, 58, 2, 249, 'pdh'],
    [96, 'X5', 5, 88, 3, 286, 'pdh'],
    [2153, 'X6', 5, 96, 3, 340, 'pd'],
    [900_001, 'iX3', 5, 72, 0, 286, 'e'],
  ]),
  make(13, 'Chevrolet', 840, [
    [1038, 'Aveo', 3, 13, 1.5, 86, 'pg'],
    [1052, 'Lacetti', 3, 12, 1.6, 109, 'pg'],
    [3588, 'Cruze', 3, 17, 1.8, 141, 'pgd'],
    [51091, 'Bolt EV', 4, 31, 0, 204, 'e'],
    [33783, 'Volt', 307, 33, 1.4, 149, 'h'],
  ]),
  make(190, 'Chery', 156, [
    [900_002, 'Tiggo 4', 5, 19, 1.5, 147, 'p'],
    [900_003, 'Tiggo 7 Pro', 5, 26, 1.5, 147, 'p'],
    [900_004, 'Tiggo 8 Pro', 5, 33, 1.6, 186, 'p'],
  ]),
  make(15, 'Citroen', 250, [
    [1082, 'C4', 4, 24, 1.2, 130, 'pd'],
    [900_005, 'C5 Aircross', 5, 33, 1.5, 131, 'pdh'],
    [126, 'Berlingo', 8, 25, 1.5, 102, 'pd'],
    [1076, 'Jumper', 254, 38, 2.2, 140, 'd'],
  ]),
  make(17, 'Dacia', 642, [
    [1890, 'Logan', 3, 14, 1, 90, 'pg'],
    [3166, 'Sandero', 4, 15, 1, 90, 'pg'],
    [157, 'Duster', 5, 22, 1.5, 115, 'pdg'],
    [900_006, 'Spring', 4, 19, 0, 65, 'e'],
  ]),
  make(18, 'Daewoo', 410, [
    [161, 'Lanos', 3, 8, 1.5, 86, 'pg'],
    [163, 'Matiz', 4, 7, 0.8, 51, 'pg'],
    [165, 'Nexia', 3, 8, 1.6, 109, 'pg'],
  ]),
  make(23, 'Fiat', 380, [
    [34907, 'Doblo', 8, 22, 1.6, 105, 'pd'],
    [1156, '500', 4, 19, 1.2, 69, 'p'],
    [56590, '500e', 4, 29, 0, 118, 'e'],
    [230, 'Tipo', 3, 18, 1.4, 95, 'pd'],
  ]),
  make(24, 'Ford', 840, [
    [240, 'Focus', 4, 24, 1.5, 150, 'pd'],
    [239, 'Fiesta', 4, 18, 1, 100, 'p'],
    [2874, 'Kuga', 5, 35, 1.5, 150, 'pdh'],
    [246, 'Mondeo', 3, 30, 2, 150, 'pdh'],
    [1183, 'Escape', 5, 31, 1.5, 181, 'ph'],
    [1177, 'Transit', 254, 42, 2, 130, 'd'],
    [900_007, 'Ranger', 9, 46, 2, 213, 'd'],
  ]),
  make(185, 'Geely', 156, [
    [900_008, 'Coolray', 5, 22, 1.5, 147, 'p'],
    [900_009, 'Monjaro', 5, 37, 2, 238, 'p'],
    [900_010, 'Geometry C', 5, 28, 0, 204, 'e'],
  ]),
  make(28, 'Honda', 392, [
    [262, 'Accord', 3, 33, 1.5, 192, 'ph'],
    [265, 'Civic', 3, 27, 1.5, 182, 'p'],
    [269, 'CR-V', 5, 36, 1.5, 193, 'ph'],
    [271, 'HR-V', 5, 29, 1.5, 131, 'ph'],
  ]),
  make(29, 'Hyundai', 410, [
    [1258, 'Accent', 3, 16, 1.4, 100, 'pg'],
    [3086, 'Elantra', 3, 21, 1.6, 128, 'pg'],
    [2772, 'i30', 4, 22, 1.5, 110, 'p'],
    [293, 'Santa Fe', 5, 43, 2.2, 200, 'pdh'],
    [295, 'Sonata', 3, 29, 2.5, 180, 'pgh'],
    [1268, 'Tucson', 5, 32, 1.6, 180, 'pdh'],
    [900_011, 'Ioniq 5', 5, 46, 0, 217, 'e'],
  ]),
  make(128, 'Infiniti', 392, [
    [45131, 'QX50', 5, 46, 2, 249, 'p'],
    [45133, 'QX70', 5, 54, 3.7, 333, 'p'],
  ]),
  make(32, 'Jeep', 840, [
    [314, 'Cherokee', 5, 36, 2.4, 184, 'p'],
    [315, 'Grand Cherokee', 5, 62, 3.6, 286, 'pd'],
    [2842, 'Compass', 5, 32, 1.3, 150, 'p'],
    [316, 'Wrangler', 5, 58, 2, 272, 'p'],
  ]),
  make(33, 'Kia', 410, [
    [2033, 'Ceed', 4, 22, 1.5, 160, 'pd'],
    [1311, 'Cerato', 3, 20, 1.6, 128, 'pg'],
    [50175, 'Niro', 5, 32, 1.6, 141, 'he'],
    [323, 'Rio', 3, 17, 1.4, 100, 'pg'],
    [326, 'Sorento', 5, 44, 2.2, 202, 'pdh'],
    [327, 'Sportage', 5, 31, 1.6, 180, 'pdh'],
    [900_012, 'EV6', 5, 49, 0, 229, 'e'],
  ]),
  make(37, 'Land Rover', 826, [
    [348, 'Discovery', 5, 78, 3, 249, 'pd'],
    [351, 'Range Rover', 5, 138, 3, 350, 'pdh'],
    [3117, 'Range Rover Sport', 5, 112, 3, 300, 'pdh'],
    [35857, 'Range Rover Evoque', 5, 58, 2, 200, 'pd'],
  ]),
  make(38, 'Lexus', 392, [
    [900_013, 'ES', 3, 54, 2.5, 218, 'ph'],
    [900_014, 'LX', 5, 142, 3.5, 415, 'pd'],
    [900_015, 'RX', 5, 76, 2.5, 250, 'ph'],
    [900_016, 'NX', 5, 56, 2.5, 243, 'ph'],
    [900_017, 'GX', 5, 94, 4.6, 301, 'p'],
  ]),
  make(47, 'Mazda', 392, [
    [1692, '3', 3, 25, 2, 122, 'p'],
    [393, '6', 3, 31, 2.5, 194, 'p'],
    [37381, 'CX-5', 5, 35, 2.5, 194, 'pd'],
    [900_018, 'CX-30', 5, 29, 2, 122, 'p'],
  ]),
  make(48, 'Mercedes-Benz', 276, [
    [900_019, 'C-Class', 3, 52, 1.5, 204, 'pdh'],
    [900_020, 'E-Class', 3, 68, 2, 258, 'pdh'],
    [900_021, 'S-Class', 3, 132, 3, 367, 'pdh'],
    [900_022, 'GLC-Class', 5, 62, 2, 258, 'pdh'],
    [900_023, 'GLE-Class', 5, 92, 3, 330, 'pdh'],
    [900_024, 'GLS-Class', 5, 122, 3, 367, 'pd'],
    [900_025, 'Vito', 8, 52, 2, 163, 'd'],
    [900_026, 'Sprinter', 254, 56, 2.1, 163, 'd'],
  ]),
  make(52, 'Mitsubishi', 392, [
    [457, 'Lancer', 3, 16, 1.6, 117, 'pg'],
    [900_027, 'L 200', 9, 36, 2.4, 154, 'd'],
    [1485, 'Outlander', 5, 34, 2.4, 167, 'ph'],
    [30805, 'ASX', 5, 23, 1.6, 117, 'p'],
    [2685, 'Pajero Sport', 5, 42, 2.4, 181, 'd'],
  ]),
  make(55, 'Nissan', 392, [
    [36565, 'Leaf', 4, 31, 0, 150, 'e'],
    [24932, 'Juke', 5, 24, 1, 114, 'p'],
    [2197, 'Qashqai', 5, 30, 1.3, 158, 'pdh'],
    [507, 'X-Trail', 5, 38, 1.5, 163, 'pdh'],
    [2228, 'Rogue', 5, 31, 2.5, 181, 'p'],
  ]),
  make(56, 'Opel', 276, [
    [900_028, 'Astra', 4, 26, 1.2, 130, 'pd'],
    [1512, 'Corsa', 4, 20, 1.2, 100, 'p'],
    [900_029, 'Vectra', 3, 18, 1.8, 140, 'pgd'],
    [3121, 'Insignia', 307, 31, 2, 174, 'pd'],
    [1524, 'Zafira', 8, 27, 1.6, 134, 'pd'],
    [900_030, 'Grandland', 5, 33, 1.2, 130, 'pdh'],
  ]),
  make(58, 'Peugeot', 250, [
    [43047, '2008', 5, 27, 1.2, 130, 'pd'],
    [32556, '3008', 5, 36, 1.5, 131, 'pdh'],
    [2109, '308', 4, 26, 1.2, 130, 'pd'],
    [37765, '5008', 5, 40, 1.5, 131, 'pd'],
    [538, 'Partner', 8, 26, 1.5, 102, 'd'],
  ]),
  make(59, 'Porsche', 276, [
    [546, 'Cayenne', 5, 112, 3, 353, 'ph'],
    [43158, 'Macan', 5, 76, 2, 265, 'p'],
    [2968, 'Panamera', 307, 124, 2.9, 353, 'ph'],
    [900_031, 'Taycan', 3, 108, 0, 435, 'e'],
  ]),
  make(62, 'Renault', 250, [
    [579, 'Clio', 4, 19, 1, 91, 'pd'],
    [30503, 'Duster', 5, 21, 1.6, 114, 'pd'],
    [584, 'Kangoo', 8, 24, 1.5, 95, 'pd'],
    [1554, 'Logan', 3, 13, 1, 90, 'pg'],
    [586, 'Megane', 4, 24, 1.3, 140, 'pd'],
    [588, 'Scenic', 8, 28, 1.5, 110, 'pd'],
    [18484, 'Trafic', 254, 38, 2, 145, 'd'],
    [900_032, 'Captur', 5, 24, 1.3, 130, 'pd'],
    [42148, 'Zoe', 4, 30, 0, 135, 'e'],
  ]),
  make(67, 'SEAT', 724, [
    [635, 'Ibiza', 4, 19, 1, 95, 'p'],
    [636, 'Leon', 4, 25, 1.5, 150, 'pd'],
    [900_033, 'Ateca', 5, 32, 1.5, 150, 'pd'],
  ]),
  make(70, 'Skoda', 203, [
    [649, 'Fabia', 4, 19, 1, 95, 'p'],
    [652, 'Octavia', 307, 29, 1.4, 150, 'pdg'],
    [3167, 'Superb', 307, 41, 2, 190, 'pd'],
    [49223, 'Kodiaq', 5, 44, 2, 190, 'pd'],
    [900_034, 'Karoq', 5, 33, 1.5, 150, 'pd'],
    [1575, 'Rapid', 307, 18, 1.6, 110, 'pg'],
    [900_035, 'Enyaq iV', 5, 48, 0, 204, 'e'],
  ]),
  make(75, 'Subaru', 392, [
    [663, 'Forester', 5, 36, 2.5, 182, 'ph'],
    [664, 'Impreza', 4, 26, 2, 156, 'p'],
    [1720, 'Outback', 2, 39, 2.5, 188, 'p'],
    [900_036, 'XV', 5, 29, 2, 156, 'ph'],
  ]),
  make(76, 'Suzuki', 392, [
    [672, 'Grand Vitara', 5, 25, 2, 140, 'p'],
    [681, 'Swift', 4, 18, 1.2, 83, 'ph'],
    [900_037, 'Vitara', 5, 25, 1.4, 129, 'ph'],
    [2035, 'SX4', 5, 22, 1.4, 129, 'p'],
  ]),
  make(2233, 'Tesla', 840, [
    [47858, 'Model 3', 3, 41, 0, 283, 'e'],
    [31567, 'Model S', 307, 88, 0, 670, 'e'],
    [37711, 'Model X', 5, 96, 0, 670, 'e'],
    [60290, 'Model Y', 5, 47, 0, 299, 'e'],
  ]),
  make(79, 'Toyota', 392, [
    [696, 'Avensis', 3, 26, 1.8, 147, 'pd'],
    [698, 'Camry', 3, 36, 2.5, 209, 'ph'],
    [702, 'Corolla', 3, 25, 1.6, 132, 'ph'],
    [49999, 'C-HR', 5, 30, 1.8, 122, 'ph'],
    [2090, 'Highlander', 5, 56, 2.5, 248, 'ph'],
    [900_038, 'Land Cruiser 300', 5, 108, 3.3, 299, 'pd'],
    [900_039, 'Land Cruiser Prado', 5, 62, 2.8, 204, 'pd'],
    [715, 'RAV4', 5, 38, 2.5, 222, 'ph'],
    [720, 'Yaris', 4, 22, 1.5, 116, 'ph'],
  ]),
  make(84, 'Volkswagen', 276, [
    [3153, 'Caddy', 8, 31, 2, 122, 'pd'],
    [900_040, 'Golf', 4, 29, 1.5, 150, 'pd'],
    [785, 'Jetta', 3, 24, 1.4, 150, 'pgh'],
    [900_041, 'Passat', 2, 38, 2, 150, 'pd'],
    [789, 'Polo', 4, 21, 1, 95, 'pg'],
    [2692, 'Tiguan', 5, 37, 2, 190, 'pd'],
    [793, 'Touareg', 5, 72, 3, 286, 'pd'],
    [900_042, 'Transporter', 254, 46, 2, 150, 'd'],
    [900_043, 'ID.4', 5, 42, 0, 204, 'e'],
    [2093, 'Touran', 8, 34, 1.5, 150, 'pd'],
  ]),
  make(85, 'Volvo', 752, [
    [815, 'S60', 3, 45, 2, 249, 'ph'],
    [2908, 'XC60', 5, 58, 2, 249, 'pdh'],
    [824, 'XC90', 5, 76, 2, 300, 'pdh'],
    [900_044, 'XC40', 5, 46, 1.5, 163, 'ph'],
    [900_045, 'EX30', 5, 44, 0, 272, 'e'],
  ]),
  make(88, 'ВАЗ / Lada', 643, [
    [900_046, '2107', 3, 5, 1.5, 72, 'pg'],
    [900_047, '2110', 3, 6, 1.6, 81, 'pg'],
    [900_048, '2121 Нива', 5, 9, 1.7, 83, 'pg'],
    [900_049, 'Priora', 3, 9, 1.6, 98, 'pg'],
  ]),
  make(89, 'ЗАЗ', 804, [
    [900_050, '1103 Славута', 307, 5, 1.2, 63, 'pg'],
    [900_051, 'Lanos', 3, 8, 1.5, 86, 'pg'],
    [900_052, 'Forza', 307, 10, 1.5, 109, 'pg'],
  ]),
  make(
    115,
    'DAF',
    528,
    [
      [900_053, 'XF 105', 217, 42, 12.9, 460, 'd'],
      [900_054, 'LF 45', 212, 26, 4.5, 160, 'd'],
    ],
    6,
  ),
  make(
    900_147,
    'MAN',
    276,
    [
      [900_055, 'TGX', 217, 55, 12.4, 440, 'd'],
      [900_056, 'TGL', 212, 30, 4.6, 180, 'd'],
    ],
    6,
  ),
  make(
    900_184,
    'Yamaha',
    392,
    [
      [900_057, 'MT-07', 20, 9, 0.7, 73, 'p'],
      [900_058, 'YZF-R6', 22, 13, 0.6, 118, 'p'],
    ],
    2,
  ),
]
