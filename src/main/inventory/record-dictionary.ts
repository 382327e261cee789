/**
 * What the records of adverts have in common: their keys in the order of docs/service/vehicles.md, with values that many have.
 * Never to be changed: what was packed with it is read with it alone. A better one would be another one beside it, and each
 * packed record begins with the mark of its own (RFC 1950, FDICT).
 */
const fuller = {
  ...{
    cityLocative: '',
    soldDate: '',
    cityId: 1,
    subCategoryName: 'Седан',
    mediationType: 0,
    auctionId: null,
  },
  levelData: {
    level: 0,
    label: 0,
    hotType: '',
    expireDate: '',
    period: 0,
    callsLevel: 0,
    campaign: { id: 0 },
  },
  autoData: {
    active: true,
    ...{ bodyId: 3, fuelId: 1, fuelNameEng: 'benzin', gearBoxId: 1, driveId: 2, driveName: 'Передній' },
    ...{ categoryNameEng: 'legkovie', subCategoryNameEng: 'sedan', withVideoMessages: false, vat: false },
    ...{ generationId: 0, modificationId: 0, equipmentId: 0 },
    engine: { volume: 2, power: { hp: 150, kw: 110 } },
    options: [{ id: 477, name: 'Камера 360°' }],
  },
  autoInfoBar: {
    ...{ custom: false, abroad: false, onRepairParts: false, damage: false },
    ...{ underCredit: false, confiscatedCar: false },
  },
  ...{
    markNameEng: '',
    modelNameEng: '',
    VIN: '',
    vinSvg: '',
    color: { name: 'Чорний', eng: 'black', hex: '#000000' },
  },
  technicalCondition: { id: 1, title: 'Повністю непошкоджене', annotation: '', data: [] },
  prices: [{ USD: '', UAH: '', EUR: '' }],
  ...{ haveInfotechReport: false, infotechReport: { vin: '' }, moderatedAbroad: false, firstTime: false },
  ...{ technicalChecked: false, verifiedByInspectionCenter: false, videoMessageID: '', userBlocked: [] },
  ...{
    secureKey: '',
    plateNumber: null,
    plateNumberData: { text: '', scanRegion: { id: 0, isKnown: false } },
  },
  codedVin: { iv: '', content: [] },
  photoData: { all: ['https://cdn.riastatic.com/photosnew/auto/photo/f.jpg', 'https://cdn'] },
  badges: ['Перевірений VIN', 'Не битий'],
  dealer: { isReliable: false, verified: false },
}

const names = [
  ...['Бензин, 1.6 л.', 'Газ пропан-бутан / Бензин, 2 л.', 'Гібрид (HEV), 2.5 л.', 'Електро', 'Дизель, 2 л.'],
  ...['Варіатор', 'Робот', 'Типтронік', 'Ручна / Механіка', 'Автомат', 'Без пробігу', 'Новий автомобіль'],
  ...[
    'Вінницька',
    'Волинська',
    'Дніпропетровська',
    'Житомирська',
    'Закарпатська',
    'Запорізька',
    'Харківська',
  ],
  ...[
    'Івано-Франківська',
    'Кіровоградська',
    'Миколаївська',
    'Одеська',
    'Полтавська',
    'Рівненська',
    'Сумська',
  ],
  ...['Тернопільська', 'Херсонська', 'Хмельницька', 'Черкаська', 'Чернівецька', 'Чернігівська', 'Львівська'],
  ...[
    'Комплектація: ',
    'клімат-контроль, ',
    'круїз-контроль, ',
    'підігрів сидінь, ',
    'камера заднього виду, ',
  ],
  ...[
    'парктронік, ',
    'шкіряний салон, ',
    'легкосплавні диски, ',
    'Автомобіль ',
    'один власник',
    'сервісна книжка',
  ],
  ...[
    ' рік. Пробіг ',
    ' тис. км. ',
    'Торг ',
    'обмін ',
    'гарантія ',
    'стан ',
    'Дзвоніть, на всі запитання відповім.',
  ],
]

const whole = {
  userId: 1_000_000,
  chipsCount: 0,
  locationCityName: 'Київ',
  auctionPossible: true,
  exchangePossible: false,
  realtyExchange: false,
  exchangeType: 'Будь-який',
  exchangeTypeId: 0,
  addDate: '2026-10-16 10:00:00',
  updateDate: '2026-11-20 12:00:00',
  expireDate: '2027-01-14 16:00:00',
  userHideADSStatus: false,
  userPhoneData: { phoneId: '51', phone: '(067) ' },
  USD: 10_000,
  UAH: 420_000,
  EUR: 9_000,
  isAutoAddedByPartner: false,
  partnerId: 0,
  levelData: { level: 0, label: 0, hotType: '', expireDate: '' },
  autoData: {
    ...{ description: '', version: '', onModeration: false, year: 2020, autoId: 39_000_000, statusId: 0 },
    ...{
      withVideo: false,
      race: '33 тис. км',
      raceInt: 33,
      fuelName: 'Дизель, 2 л.',
      gearboxName: 'Автомат',
    },
    ...{ isSold: false, mainCurrency: 'USD', fromArchive: false, categoryId: 1, custom: 0 },
  },
  ...{ markName: 'Volkswagen', markId: 84, modelName: 'Passat', modelId: 39 },
  photoData: {
    count: 12,
    seoLinkM: 'https://cdn.riastatic.com/photosnew/auto/photo/m.jpg',
    seoLinkSX: 'https://cdn.riastatic.com/photosnew/auto/photo/sx.jpg',
    seoLinkB: 'https://cdn.riastatic.com/photosnew/auto/photo/b.jpg',
    seoLinkF: 'https://cdn.riastatic.com/photosnew/auto/photo/f.jpg',
  },
  linkToView: '/uk/auto_volkswagen_passat_39.html',
  title: 'Volkswagen Passat 2020',
  stateData: {
    ...{ name: 'Київ', regionName: 'Київська', linkToCatalog: '/uk/city/kyev/' },
    ...{ title: 'Пошук оголошень у місті Київ', stateId: 10 },
  },
  oldTop: { isActive: false, expireDate: '' },
  ...{ canSetSpecificPhoneToAdvert: true, dontComment: 0, sendComments: 0, badges: [] },
  checkedVin: { isShow: false, linkToReport: '', hasRestrictions: false, checkDate: '', isChecked: false },
  isLeasing: 0,
  dealer: {
    ...{
      link: '/uk/autosalons/.html',
      logo: '/dealers/.svg',
      type: 'Автосалон',
      id: 7101,
      name: 'Автоцентр «',
    },
    ...{ packageId: 3, typeId: 2 },
  },
  ...{ withInfoBar: false, infoBarText: '', optionStyles: [] },
}

/** What is met most is last: a match that is near is told in fewer bits. */
export const recordDictionary = Buffer.from(
  [JSON.stringify(fuller), names.join(' '), JSON.stringify(whole)].join(''),
)
