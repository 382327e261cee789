/** Names of sums in price lists, DMS exports and accounting programs that no buyer pays, or that may be another sum. */
export const otherSums: readonly string[] = [
  'Cost, Cost price, Unit cost, Purchase price, Purchase cost, Buying price, Buy price, Acquisition cost, Trade price, Wholesale price',
  'Dealer price, Dealer cost, Invoice price, Net price, Net cost, Margin, Markup, Profit, Gross profit, Discount, Discount amount',
  'Discounted price, Old price, Previous price, Sale price, Special price, Promo price, Full price, List price, MSRP, RRP',
  'Deposit, Down payment, Monthly payment, Delivery cost, Delivery price, Customs cost, Insurance cost, Service fee, Debt, Total',
  'Total cost, Value, Insured value, Amount, Amount due, Amount paid, Market price, Competitor price, Minimum price, Reserve price',
  'Price without VAT, VAT amount, Auction price, Trade-in value, Reconditioning cost, Price per km',
  'Собівартість, Закупка, Закупівельна ціна, Ціна закупівлі, Вхідна ціна, Дилерська ціна, Ціна дилера, Оптова ціна, Ціна опт',
  'Вартість, Вартість авто, Маржа, Націнка, Прибуток, Знижка, Сума знижки, Ціна зі знижкою, Акційна ціна, Акція, Стара ціна',
  'Попередня ціна, Передоплата, Аванс, Завдаток, Застава, Щомісячний платіж, Доставка, Вартість доставки, Розмитнення',
  'Митні платежі, Страховка, КАСКО, Борг, Заборгованість, Сума боргу, Сума, Сума договору, Разом, Всього, Оплачено, Залишок боргу',
  'Мінімальна ціна, Ціна конкурента, Ринкова ціна, Ціна без ПДВ, Ціна в США, Балансова вартість, Оціночна вартість, Комісія, ПДВ',
  'Облікова ціна, Внутрішня ціна, Ціна для своїх, Ціна готівкою, Ціна в кредит, Бонус, Витрати, Ремонт',
  'Себестоимость, Закупочная цена, Цена закупки, Цена поступления, Дилерская цена, Оптовая цена, Стоимость, Стоимость доставки',
  'Наценка, Прибыль, Скидка, Цена со скидкой, Акционная цена, Старая цена, Предоплата, Задаток, Залог, Ежемесячный платеж',
  'Растаможка, Страховая сумма, Долг, Задолженность, Сумма, Итого, Комиссия, Учетная цена, Плановая цена, Цена без НДС',
  'Einkaufspreis, Einkauf, EK, EK netto, Händlerpreis, Händlereinkaufspreis, Nettopreis, Preis netto, Netto, Rabatt, Nachlass',
  'Alter Preis, Aktionspreis, Sonderpreis, Anzahlung, Monatsrate, Überführungskosten, Zulassungskosten, Kaution, Versicherung',
  'Marge, Gewinn, Kosten, Listenpreis, UVP, Neupreis, Restwert, Schätzwert, Rechnungsbetrag, Zoll, Provision, Preis ohne MwSt',
  'Cena zakupu, Cena netto, Cena hurtowa, Cena dealera, Zakup, Hurt, Marża, Zysk, Rabat, Zniżka, Cena promocyjna, Promocja',
  'Stara cena, Poprzednia cena, Cena katalogowa, Zaliczka, Zadatek, Kaucja, Rata miesięczna, Koszt, Koszt dostawy, Koszty, Cło',
  'Ubezpieczenie, Wartość, Kwota, Suma, Dług, Prowizja, Cena minimalna, Cena bez VAT',
].flatMap((names) => names.split(', '))

/** Names of what buyers pay. */
export const pricesByName: readonly string[] = [
  'Price; New price; Asking price; Selling price; Retail price; Current price; Price incl. VAT',
  'Price USD; US$ price; Price, US dollars; Ціна; Нова ціна; РРЦ; РРЦ, грн; Роздрібна ціна',
  'Ціна продажу; Ціна для сайту; Рекомендована роздрібна ціна; Ціна, дол. США; Цена; Розничная цена',
  'Цена продажи; Цена с НДС; Preis; Verkaufspreis; Preis (brutto); Bruttopreis; Preis inkl. MwSt',
  'Preis in EUR; Fahrzeugpreis; Cena; Cena brutto; Cena sprzedaży; Cena, EUR; Cena pojazdu',
].flatMap((names) => names.split('; '))
