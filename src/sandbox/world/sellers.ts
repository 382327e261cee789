export interface Dealer {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly cityId: number
  /** The account that owns the dealer's adverts; the dealer of the sandbox account has none until it starts. */
  readonly userId: number
}

/** The dealer that the sandbox account belongs to. Its user id is the account's. */
export const ownDealer = { id: 7101, name: 'Автоцентр «Полісся»', slug: 'polissia', cityId: 10 } as const

export const otherDealers: readonly Dealer[] = [
  { id: 7102, name: 'Галичина Авто', slug: 'halychyna-avto', cityId: 5, userId: 610_201 },
  { id: 7103, name: 'АвтоПорт Одеса', slug: 'avtoport', cityId: 12, userId: 610_202 },
  { id: 7104, name: 'Дніпро Моторс', slug: 'dnipro-motors', cityId: 11, userId: 610_203 },
  { id: 7105, name: 'Слобода & Ко', slug: 'sloboda', cityId: 7, userId: 610_204 },
  { id: 7106, name: 'Поділля Кар', slug: 'podillia-car', cityId: 4, userId: 610_205 },
  { id: 7107, name: 'Буковина Лайн', slug: 'bukovyna-line', cityId: 25, userId: 610_206 },
  { id: 7108, name: 'Електрокар Київ', slug: 'elektrokar', cityId: 10, userId: 610_207 },
  { id: 7109, name: 'ВолиньАвто', slug: 'volyn-avto', cityId: 18, userId: 610_208 },
]

export const firstNames: readonly string[] =
  "Олександр Андрій Сергій Олена Ірина Микола Тарас Наталія Юрій Василь Оксана Богдан Дмитро Мар'яна Віктор Ганна".split(
    ' ',
  )

export const lastNames: readonly string[] =
  "Коваленко Шевчук Бондаренко Ткаченко Мельник Кравець Поліщук Лисенко Гончар Савченко Марчук Дем'янчук Якименко Сидоренко".split(
    ' ',
  )

export const streets = [
  'вул. Шевченка',
  'вул. Лесі Українки',
  'просп. Свободи',
  'вул. Січових Стрільців',
  'вул. Грушевського',
  'бульв. Незалежності',
  'вул. Соборна',
  'вул. Садова',
] as const

export const deliveryServices = ['Нова пошта', 'Самовивіз', 'Укрпошта', 'Доставка продавцем'] as const
