/** Spellings of a model, a line for each: in one cell with the make, or the make and the model apart by `|`. */
const spellings = (lines: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    lines
      .trim()
      .split('\n')
      .map((line) => line.split(': '))
      .map(([model = '', list = '']) => [model, list.split('; ')]),
  )

/** How makes and models are typed every day, by the model that is meant. */
export const everyday = spellings(`
Mercedes-Benz|E-Class: Мерседес|Е-клас; Mercedes|E class; Mercedes Benz|E klasse; мерс|клас Е; Мерседес-Бенц|Е класс; MERCEDES-BENZ|E; Мерседес Е220; Mercedes E 220 d; Мерседес Бенц E200 2019; Mercedes|Klasa E; Mercedes-Benz|E-Klasse W213; Mercedes|E220d 4Matic; mercedes benz e-class; Мерседес|E 350e
Mercedes-Benz|GLC-Class: Мерседес|GLC 300; Mercedes|GLC; Mercedes-Benz|GLC-клас; Мерседес GLC 220d; mercedes|GLC300; Mercedes GLC 300 4Matic 2021; Мерседес|glc class
Mercedes-Benz|C-Class: Мерседес|C-класс; Mercedes|C 180; Mercedes-Benz|С200; Мерседес С-Class; mercedes|c-klasse; Mercedes|C220 d; Mercedes|C 63 AMG; Мерседес|С-клас
Mercedes-Benz|S-Class: Mercedes|S 500; Mercedes-Benz S-class W222; Мерседес|S-клас; Mercedes S350d
Mercedes-Benz|Sprinter: Мерседес|Спрінтер; Мерседес Спринтер; mercedes sprinter; Мерседес-Бенц|спрінтер
Mercedes-Benz|Vito: Мерседес|Віто; Мерседес Вито; Mercedes|Vito 2.2 CDI
Mercedes-Benz|CLC-Class: Mercedes|CLC; Mercedes|CLC 200
Mercedes-Benz|V-Class: Mercedes|V-клас; Mercedes|V 250; Мерседес|V класс; Мерседес|В-клас
BMW|5 Series: БМВ|5 серія; BMW|5 серия; бмв|5-серії; BMW|520d; BMW|5er; БМВ 520д; BMW 530i 2018; BMW|Серія 5; BMW|5 Series G30; BMW|5 series; БМВ|5-я серия; BMW 540i xDrive; bmw|seria 5; BMW|5
BMW|3 Series: BMW|320d; БМВ|3 серія; BMW|318i; BMW 330e; bmw|3 серия; BMW|3-Series
BMW|7 Series: BMW|740Li; БМВ 7 серія; BMW|750i xDrive
BMW|X5: БМВ|Х5; BMW|x5; BMW X-5; бмв х5; BMW|X5 30d; BMW|X5 xDrive30d; БМВ X5 xDrive 40i; BMW X5 3.0d 2016; BMW|X5 (F15); БМВ|Х 5; «BMW» X5; BMW|X5 40d
BMW|X5 M: BMW|X5M; БМВ|Х5 М; BMW X5 M
BMW|X3: BMW|X3 M40i; БМВ Х3 2.0; BMW|X3 20d
BMW|iX3: BMW|ix3; БМВ|iX 3
ВАЗ / Lada|2107: ВАЗ|2107; Lada|2107; Лада|2107; ВАЗ 2107; vaz|2107; Жигулі|2107; ВАЗ/Lada|2107; Lada (ВАЗ)|2107; ВАЗ-2107
ВАЗ / Lada|Priora: Лада|Пріора; Lada|Приора; ВАЗ|Priora; Лада Пріора
ВАЗ / Lada|Kalina: Лада Калина; ВАЗ|Каліна; Lada kalina 1.6
ВАЗ / Lada|Vesta: Лада|Веста; Lada Vesta
ВАЗ / Lada|2121 Нива: ВАЗ|2121; ВАЗ 2121; Lada|2121 Niva; Лада|Нива 2121
Lexus|RX: Лексус|RX350; Lexus|RX 350; Lexus RX350h; лексус рх 350; Lexus|RX 450h; LEXUS RX 300 2020; Lexus|RX
Lexus|NX: Lexus|NX 300; Лексус NX200t; Lexus|NX 350h AWD
Lexus|LX: Lexus|LX570; Лексус|LX 600; Lexus|LX 450d
Lexus|ES: Lexus|ES 250; Лексус ES300h
Toyota|Land Cruiser: Тойота|Ленд Крузер; Toyota|Лэнд Крузер; Toyota Land-Cruiser; Тойота лендкрузер; toyota|landcruiser; Тойота|Land Крузер
Toyota|Land Cruiser 200: Toyota|LC200; Toyota|LC 200; Тойота|Ленд Крузер 200; Тойота Land Cruiser 200 4.5D; Toyota Ленд Крузер-200
Toyota|Land Cruiser 300: Toyota|LC 300; Тойота|ленд крузер 300; TOYOTA LC300
Toyota|Land Cruiser Prado: Тойота|Ленд Крузер Прадо; Toyota|Prado; Тойота Прадо; Toyota|LC Prado; Toyota|Land Cruiser Prado 150
Toyota|RAV4: Тойота|РАВ 4; Toyota|РАВ4; Toyota|RAV 4; тойота рав4; Toyota RAV-4 2.5 hybrid; Toyota|Рав-4 гібрид
Toyota|Camry: Тойота|Камрі; Toyota|Камри 2.5; тойота камрі 70; Toyota|Camry XV70; Toyota Camry 2.5 AT; Таєта|Камрі; Toyota|Кемрі
Toyota|Corolla: Тойота|Королла; Toyota|Корола; тойота корола; Toyota|Corola
Toyota|Highlander: Тойота|Хайлендер; Toyota|Хайлєндер
Toyota|C-HR: Toyota|CHR; Тойота|С-HR; Toyota|C HR
Renault|Megane: Рено|Меган; Рено Меган; renault|Megan; Рено|Меган 1.5 dCi; Рено Меган універсал; Renault|Mégane; Renault Megane III 1.5; рено меган 2012; Renault|Меган 3
Renault|Megane Scenic: Рено|Меган Сценік; Renault Megane Scenic 1.6
Renault|Scenic: Рено|Сценік; Рено|Сценик; Renault scenic
Renault|Duster: Рено|Дастер; Рено Дастер; Renault|Duster 4x4; рено дастер 1.5 dci; Renault|Дастєр
Renault|Logan: Рено|Логан; Рено логан 1.4; Renault|LOGAN
Renault|Laguna: Рено|Лагуна; рено лагуна 3
Renault|Kangoo: Рено|Кангу; Рено|Канго; renault kangoo
Renault|Trafic: Рено|Трафік; Рено Трафик; Renault|Traffic
Renault|Clio: Рено|Кліо; Renault|Клио
Renault|Captur: Рено|Каптюр; Рено|Каптур
Renault|Sandero StepWay: Рено|Сандеро Степвей; Renault|Sandero Stepway
Dacia|Duster: Дачія|Дастер; Дачия Дастер; Dacia duster; Дакія|Дастер
Dacia|Logan MCV: Dacia|Logan MCV; Дачія|Логан MCV; Дачія|Логан МСВ
Skoda|Octavia: Шкода|Октавія; Skoda|Октавия; Škoda|Octavia; шкода октавія; Skoda Octavia 1.9 TDI; Skoda|Oktavia; Skoda Octavia Combi 2.0 TDI; Scoda|Octavia
Skoda|Octavia A7: Skoda|Octavia A7; Шкода|Октавія А7; Skoda Octavia A7 1.6 TDI; Шкода Октавия А-7
Skoda|Kodiaq: Шкода|Кодіак; Skoda|Кодиак; Шкода Кодіак 2.0 TDI; Skoda|Kodiak; skoda кодіак
Skoda|Superb: Шкода|Суперб; Шкода Суперб 2.0; Skoda|SuperB
Skoda|Fabia: Шкода|Фабія; Skoda|Фабия
Skoda|Yeti: Шкода|Єті; Шкода|Йєті; Skoda|Ети
Volkswagen|Golf: Фольксваген|Гольф; VW|Golf; vw golf; Фольцваген|Гольф; VW Golf VII; Volkswagen|Golf 7; Volkswagen Golf 1.4 TSI
Volkswagen|Golf Plus: VW|Golf Plus; Фольксваген|Гольф Плюс; Volkswagen Golf+
Volkswagen|Golf Variant: VW|Golf Variant; Фольксваген|Гольф Варіант; VW Golf Variant 1.6 TDI
Volkswagen|Passat: Фольксваген|Пасат; VW|Пассат; фольксваген пассат б8; Volkswagen|Passat B8; VW Passat 2.0 TDI; Volkswagen|Passat Variant
Volkswagen|Passat CC: VW|Passat CC; Фольксваген|Пассат СС
Volkswagen|Tiguan: Фольксваген|Тігуан; VW|Тигуан; Volkswagen Tiguan 2.0 TDI 4Motion
Volkswagen|Touareg: Фольксваген|Туарег; VW|Tuareg; фольксваген туарег 3.0
Volkswagen|Caddy: Фольксваген|Кадді; VW|Кадди; Volkswagen|Кедді
Volkswagen|Transporter: Фольксваген|Транспортер; VW|Transporter
Volkswagen|T5 (Transporter): Фольксваген|Т5; VW|T5; Volkswagen|Transporter T5; VW Т5 Транспортер
Volkswagen|ID.4: VW|ID4; Volkswagen|ID 4; Фольксваген ID.4
Volkswagen|Jetta: Фольксваген|Джетта; VW|Джета
Citroen|C-Elysee: Сітроен|С-Елізе; Citroën|C-Élysée; Ситроен|С-Элизе; Citroen|C Elysee; Сітроен С-Елізе 1.6; Citroen|Elysee
Citroen|C4: Сітроен|С4; Citroen|C 4; Сітроєн С4; Citroen C4 1.6 HDi
Citroen|C4 Picasso: Сітроен|С4 Пікассо; Citroen C4 Picasso; Сітроен|C4 Пикассо
Citroen|Berlingo: Сітроен|Берлінго; Ситроен Берлинго
DS|7 Crossback: DS|DS7; DS|7; DS7; DS 7; DS|DS 7 Crossback; DS7 Crossback
MG|MG4: MG|MG4; MG4; MG|MG 4
MG|ZS EV: MG|ZS EV; MG ZS EV
Kia|Ceed: Кіа|Сід; Kia|Сид; Kia|Cee\`d; KIA Cee'd; Кія|Сід; Kia|Ceed 1.6 CRDi
Kia|Sportage: Кіа|Спортейдж; Kia|Спортаж; кіа спортейдж 2.0; Кия Спортейдж; Kia|Sportage IV
Kia|Sorento: Кіа|Соренто; KIA|Sorrento; Кіа соренто 2.2 CRDI
Kia|Niro EV: Kia|Niro EV; Кіа|Ніро EV; Kia|e-Niro
Kia|Rio: Кіа|Ріо; Kia|Рио
Hyundai|Tucson: Хюндай|Туксон; Hyundai|Тусан; Хундай Туксон; Гюндай|Тусон; Hyundai Tucson 2.0 CRDi
Hyundai|Santa Fe: Хюндай|Санта Фе; Hyundai|SantaFe; Хендай|Санта-Фе; Hyundai Santa Fe 2.2
Hyundai|i30: Хюндай|і30; Hyundai|i-30; Hyundai|I 30; Хюндай і30 1.6; Hyundai|ай30
Hyundai|i30 N: Hyundai|i30N; Hyundai|i30 N
Hyundai|Elantra: Хюндай|Елантра; Hyundai|Элантра; Хендай Елантра
Hyundai|Kona Electric: Hyundai|Kona Electric; Хюндай|Кона Електро; Hyundai Kona Electric 64
Mazda|3: Мазда|3; Mazda|Mazda 3; Mazda3; Мазда 3; Mazda|Mazda3; мазда-3
Mazda|6: Мазда|6; Mazda 6; Мазда6; Mazda 6 2.2D
Mazda|CX-5: Мазда|СХ-5; Mazda|CX5; Mazda CX 5; Мазда СХ5 2.2; мазда|сх 5
Mitsubishi|Outlander: Мітсубіші|Аутлендер; Mitsubishi|Аутлєндер; Міцубісі Аутлендер; Мицубиси|Аутлендер 2.4
Mitsubishi|Outlander PHEV: Mitsubishi|Outlander PHEV; Мітсубісі|Аутлендер PHEV
Mitsubishi|L 200: Мітсубіші|Л200; Mitsubishi|L200; Mitsubishi L-200
Mitsubishi|Lancer X: Мітсубісі|Лансер Х; Mitsubishi Lancer X; Мітсубіші|Лансер 10
Mitsubishi|Pajero Sport: Міцубісі|Паджеро Спорт; Mitsubishi Pajero Sport 2.5
Nissan|Qashqai: Ніссан|Кашкай; Nissan|Кашкаї; Нісан Кашкай; Nissan|Kashkai; Ниссан кашкай 1.6
Nissan|X-Trail: Ніссан|Х-Трейл; Nissan|XTrail; Нісан Ікстрейл; Nissan|X Trail 2.0; Нісан|Хтрейл
Nissan|Leaf: Ніссан|Ліф; Nissan|Лиф; нісан ліф; Nissan Leaf 40 kWh
Nissan|Juke: Ніссан|Джук; Nissan|Жук
Nissan|Tiida: Ніссан|Тііда; Нісан|Тіїда; Nissan Тиида
Opel|Astra: Опель|Астра; Опель Астра J; Opel Astra 1.7 CDTI; Opel|Astra H
Opel|Insignia: Опель|Інсігнія; Opel|Инсигния
Opel|Vivaro: Опель|Віваро; Опель Виваро 2.0
Peugeot|3008: Пежо|3008; Peugeot 3008; Пежо 3008 1.6 HDi
Peugeot|308: Пежо|308; Peugeot 308 SW; Пежо 308 1.6
Peugeot|2008: Пежо|2008; Peugeot 2008 2019
Porsche|Cayenne: Порше|Каєн; Порш|Кайен; Porsche|Каен; Порше Кайєн 3.0
Porsche|Macan: Порше|Макан; Porsche macan 2.0
Land Rover|Range Rover Sport: Ленд Ровер|Рендж Ровер Спорт; Land Rover|Range Rover Sport; ленд-ровер рендж ровер спорт; Land Rover|RRS; LandRover|Range Rover Sport 3.0
Land Rover|Range Rover Evoque: Ленд Ровер|Евок; Land Rover|Evoque; Land Rover|Рендж Ровер Евок
Land Rover|Discovery: Ленд Ровер|Діскавері; Land Rover|Дискавери; Land Rover Discovery IV
Ford|Focus: Форд|Фокус; Форд Фокус 1.6; Ford|Focus III; форд фокус універсал; Ford|Focus 3
Ford|Fiesta: Форд|Фієста; Ford|Фиеста
Ford|Transit: Форд|Транзит; Ford|Транзіт; Форд транзит
Ford|Transit Custom: Форд|Транзит Кастом; Ford Transit Custom
Ford|Fusion: Форд|Фьюжн; Ford|Фюжн; Ford|Ф'южн; Форд Фьюжен
Ford|F-150: Ford|F150; Форд|Ф-150; Ford F 150
Ford|C-Max: Форд|С-Макс; Ford|CMax; Ford C Max 1.6
Ford|S-Max: Ford|S-Max; Форд|S-Макс; Ford S Max 2.0 TDCi
Chevrolet|Lacetti: Шевроле|Лачетті; Chevrolet|Лачетти; Шевроле Лачеті 1.8; Шевроле|Лацетті
Chevrolet|Aveo: Шевроле|Авео; шевроле авео
Chevrolet|Cruze: Шевроле|Круз; Chevrolet круз 1.8
Chevrolet|Bolt EV: Шевроле|Болт; Chevrolet|Bolt; Chevrolet Bolt EV
Daewoo|Lanos: Деу|Ланос; Дэу Ланос; Daewoo ланос 1.5; Део|Ланос
Daewoo|Matiz: Деу|Матіз; Daewoo|Матиз
ЗАЗ|1103 Славута: ЗАЗ|1103; ZAZ|Slavuta; ЗАЗ|Славута; ЗАЗ 1103 Славута
ЗАЗ|1102 Таврія: ЗАЗ|Таврія; ЗАЗ Таврия; ZAZ|Tavria; ЗАЗ-1102
ГАЗ|3302 Газель: ГАЗ|3302; GAZ|3302 Gazel; ГАЗ 3302
Honda|CR-V: Хонда|CRV; Honda|ЦРВ; Гонда CR-V; Honda CR-V 2.4; Хонда|СР-В; Хонда срв
Honda|Accord: Хонда|Акорд; Honda|Аккорд; Хонда Аккорд 2.4
Honda|Civic: Хонда|Цивік; Honda|Сівік; Хонда Цивик 4D
Audi|A6: Ауді|А6; Audi|A-6; Ауди А6; Audi A6 C7 3.0 TDI; Audi A6 Avant; ауді а6 2.0 tdi quattro
Audi|Q7: Ауді|Q7; Audi Q7 3.0 TDI; Ауди|Ку7
Audi|e-tron: Audi|etron; Ауді|е-трон; Audi|E-Tron
Volvo|XC60: Вольво|ХС60; Volvo|XC 60; Вольво XC60 D5; Volvo|XC-60
Volvo|XC90: Вольво|ХС90; Volvo XC 90 2.0
Subaru|Forester: Субару|Форестер; субару форестер 2.5
Subaru|Outback: Субару|Аутбек; Subaru|Аутбэк
Suzuki|Grand Vitara: Сузукі|Гранд Вітара; Suzuki|Гранд Витара; Сузуки Гранд Вітара 2.4
Suzuki|SX4: Сузукі|СХ4; Suzuki|SX 4; Suzuki SX-4 1.6
Tesla|Model 3: Тесла|Модель 3; Tesla|Model3; Тесла Model 3; Tesla|3
Tesla|Model Y: Тесла|Модель Y; Tesla Model-Y; Тесла|Model Y Long Range
Jeep|Grand Cherokee: Джип|Гранд Черокі; Jeep|Гранд Чероки; Джип Гранд Черокі 3.0; Jeep|GrandCherokee
Jeep|Cherokee: Джип|Черокі; Jeep|Чероки
Geely|Coolray: Джилі|Кулрей; Джили Кулрэй; Geely|Cool Ray
BYD|Song Plus: БІД|Сонг Плюс; BYD Song Plus EV; BYD|SongPlus
Zeekr|001: Зікр|001; Zeekr 001
Rolls-Royce|Cullinan: Ролс-Ройс|Каллінан; Rolls Royce Cullinan; Роллс Ройс|Cullinan; Rolls|Cullinan
Alfa Romeo|Giulia: Альфа Ромео|Джулія; Alfa|Giulia; Альфа Ромео Джулия
SsangYong|Rexton: Сангйонг|Рекстон; SsangYong Rexton; Ssang Yong|Rexton; Ссанг Йонг|Рекстон
Great Wall|Hover: Грейт Вол|Ховер; GreatWall|Hover; Great Wall Hover
Infiniti|QX70: Інфініті|QX70; Infiniti QX 70; Инфинити|QX-70
Infiniti|FX 35: Infiniti|FX35; Інфініті FX-35
Jaguar|F-Pace: Ягуар|F-Pace; Jaguar|FPace; Ягуар|Ф-Пейс
MINI|Countryman: Міні|Кантрімен; Mini|Countryman; MINI Countryman 1.5
Fiat|500 X: Fiat|500X; Фіат|500Х
Fiat|Doblo: Фіат|Добло; Фиат Добло 1.3
Dodge|Grand Caravan: Додж|Гранд Караван; Dodge Grand Caravan
SEAT|Leon: Сеат|Леон; Seat Leon 1.6 TDI
`)

/** More spellings, written after the rules of names were: what the rules find is what they find of spellings to come. */
export const heldOut = spellings(`
Acura|MDX: Акура|MDX; Acura MDX 3.5; акура мдх
Audi|A4: Ауді А4 Б8; audi|a4 avant; Ауди|А4 2.0 TFSI quattro; Audi A4 2017 р.
Audi|Q5: Ауді|кью5; Audi Q5 40 TDI; Audi|Q-5
Audi|Q8 e-tron: Audi|Q8 etron; Ауді Q8 е-трон
Audi|A7 Sportback: Audi|A7; Ауді|А7 Спортбек
BMW|X6: БМВ Х6 3.0d; BMW|Х-6; bmw x6 xdrive 40d
BMW|X1: BMW|X1 sDrive18i; бмв|х1 2.0
BMW|4 Series: BMW|4 серія; BMW|428i
BMW|2 Series Gran Coupe: BMW|2 Series Gran Coupé; БМВ|2 серія Гран Купе
BMW|i3: BMW|i3 94Ah; БМВ і3; BMW|I-3
BMW|iX: BMW|iX xDrive40; БМВ|іХ
BYD|Yuan Plus: BYD|Юань Плюс; БИД Юан плюс
BYD|Atto 3: BYD|Atto3; BYD|Атто 3
BYD|Seagull: BYD|Сігал; byd seagull
Chery|Tiggo 7 Pro: Чері|Тігго 7 Про; Chery|Tiggo7 Pro; Чери Тиго 7 про
Chery|Tiggo 4: Chery|Tiggo 4 1.5; Чері|Тіго 4
Chevrolet|Captiva: Шевролет|Каптіва; Шевроле Каптива 2.4; Chevrolet|Kaptiva
Chevrolet|Tahoe: Шевроле|Тахо; Chevrolet|Тахое
Chevrolet|Orlando: Шевроле Орландо; chevrolet|Орландо 2.0
Chrysler|300C: Крайслер|300С; Chrysler 300 C
Citroen|C5 Aircross: Сітроен|С5 Айркрос; Citroen C5-Aircross; Сітроен|С5 Ейркросс
Citroen|Jumper: Сітроен|Джампер; Citroën Jumper 2.2 HDi
Citroen|Grand C4 Picasso: Сітроен|Гранд С4 Пікассо; Citroen|C4 Grand Picasso
Citroen|Xsara Picasso: Сітроен|Ксара Пікассо; Citroen|Xsara-Picasso
Cupra|Formentor: Купра|Форментор; Cupra Formentor 1.5 TSI
Dacia|Sandero StepWay: Дачія|Сандеро Степвей; Dacia Sandero Stepway
Dacia|Dokker: Дачія Доккер; Дачия|Докер
Daewoo|Nexia: Деу|Нексія; Daewoo Нексия 1.5; Дэу|Nexia
Dodge|Journey: Додж|Джорні; Dodge|Джорней
Dodge|RAM 1500: Додж|Рам 1500; Dodge|RAM1500; Dodge|RAM
Fiat|Ducato: Фіат Дукато; Fiat|Дукато 2.3 JTD
Fiat|500: Фіат|500; Fiat 500 1.2
Fiat|500e: Fiat|500 e; Фіат 500е
Ford|Kuga: Форд Куга; Ford|Куга 2.0 TDCi; форд|кюга
Ford|Mondeo: Форд Мондео; Ford|Mondeo V 2.0; форд мондео 4
Ford|Mustang Mach-E: Ford|Mustang Mach E; Форд|Мустанг Мах-Е
Ford|EcoSport: Форд|Екоспорт; Ford|Eco Sport
Ford|Tourneo Custom: Форд|Турнео Кастом; Ford Tourneo-Custom
Ford|Explorer: Форд Експлорер; Ford|Эксплорер 3.5
Ford|Ranger: Форд Рейнджер; Ford|Ренджер
Geely|Monjaro: Джилі|Монжаро; Geely|Монджаро 2.0
Geely|Emgrand 7 (EC7): Geely|Emgrand 7; Джилі|Емгранд 7; Geely|EC7
Genesis|GV70: Генезис|GV70; Genesis GV-70 2.5
Haval|Jolion: Хавал|Джоліон; Haval|Жолион; Хавейл|Jolion
Haval|H6: Хавал|Н6; Haval H-6 2.0
Honda|HR-V: Хонда|HRV; Honda HR-V 1.8; Гонда|Х-РВ
Honda|M-NV: Honda|MNV; Хонда M-NV
Hyundai|Accent: Хюндай Акцент; Hyundai|Аксент; Хундай|Акцент 1.4
Hyundai|Sonata: Хюндай|Соната; Hyundai Sonata 2.4; Hyundai|Соната 2,0 газ
Hyundai|ix35: Хюндай|ІХ35; Hyundai|ix 35; Хендай іх35 2.0
Hyundai|Creta: Хюндай|Крета; Hyundai Kreta
Hyundai|Getz: Хюндай|Гетц; Hyundai|Гетс; Хундай Гетц 1.4
Hyundai|H-1: Хюндай|Н1; Hyundai H1 2.5 CRDi; Hyundai|H 1
Hyundai|Ioniq 5: Хюндай|Іонік 5; Hyundai|Ioniq5; Хендай Айонік 5
Infiniti|Q50: Інфініті|Q50; Infiniti Q 50 2.0t
Jaguar|XF: Ягуар|XF; Jaguar XF 2.0; Ягуар|ХФ
Jeep|Wrangler: Джип|Вранглер; Jeep|Ренглер; Jeep Wrangler 2.0
Jeep|Compass: Джип|Компас; Jeep|Компасс 2.4
Jeep|Renegade: Джип|Ренегейд; Jeep|Ренегад
Kia|Cerato: Кіа|Черато; Kia|Серато; Кіа Церато 1.6
Kia|Picanto: Кіа|Піканто; Kia Пиканто
Kia|Carnival: Кіа|Карнівал; Kia|Карнавал
Kia|Stonic: Кіа Стонік 1.2; Kia|Стоник
Kia|Soul: Кіа|Соул; Kia|Соул 1.6; Kia|Соуль
Kia|Mohave: Кіа|Мохаве; Kia|Мохав
Land Rover|Freelander: Ленд Ровер|Фрілендер; Land Rover|Фрилендер 2
Land Rover|Defender: Ленд Ровер|Дефендер; Лендровер|Дефендер; Land Rover Defender 110
Land Rover|Range Rover Velar: Ленд Ровер|Велар; Land Rover|Range Rover Velar
Land Rover|Range Rover: Ленд Ровер|Рендж Ровер; LAND ROVER|Рейндж Ровер; Land Rover|RangeRover; Land Rover Range Rover 3.0D
Lexus|GX: Лексус|GX460; Lexus GX 460; Lexus|ГХ 460
Lexus|UX: Lexus UX 250h; Лексус|UX
Lexus|IS: Lexus|IS250; Лексус IS 300
Lincoln|Navigator: Лінкольн|Навігатор; Lincoln|Навигатор
Mazda|CX-9: Мазда|СХ-9; Mazda CX9; Мазда CX-9 AWD
Mazda|626: Мазда|626; Mazda 626 2.0
Mazda|CX-30: Мазда|СХ30; Mazda CX 30
Mercedes-Benz|A-Class: Мерседес|А-клас; Mercedes|A 180; Mercedes A200 d; mercedes|a klass
Mercedes-Benz|GLE-Class: Мерседес|GLE 350d; Mercedes|GLE 450 4matic; Мерседес|ГЛЕ
Mercedes-Benz|GLE-Class Coupe: Mercedes|GLE Coupe; Мерседес|GLE-Class Купе; Mercedes|GLE Coupe 350d
Mercedes-Benz|GLS-Class: Мерседес|GLS; Mercedes GLS400d
Mercedes-Benz|G-Class: Мерседес|G63; Mercedes|G 63 AMG; Мерседес|G-клас; Мерседес|Г-клас
Mercedes-Benz|M-Class: Мерседес|М-клас; Mercedes|M-Klasse
Mercedes-Benz|CLA-Class: Mercedes|CLA; Мерседес CLA 200; Mercedes|CLA-klasse
Mercedes-Benz|CLS-Class: Mercedes|CLS 350; Мерседес|CLS
Mercedes-Benz|Viano: Мерседес|Віано; Mercedes Виано 2.2
Mercedes-Benz|EQE SUV: Mercedes|EQE SUV; Мерседес EQE SUV
Mitsubishi|Lancer: Мітсубісі|Лансер; Mitsubishi|Лансер 1.6; Мицубиши Лансер
Mitsubishi|ASX: Мітсубіші|ASX; Mitsubishi АSХ; Мітсубіші|АСХ
Mitsubishi|Pajero Wagon: Мітсубісі|Паджеро Вагон; Mitsubishi Pajero Wagon 3.2
Mitsubishi|Eclipse Cross: Мітсубіші|Екліпс Кросс; Mitsubishi EclipseCross
Nissan|Patrol: Ніссан|Патрол; Nissan|Патроль
Nissan|Micra: Ніссан|Мікра; Нісан Микра 1.2
Nissan|Rogue: Нісан|Рог; Nissan|Роуг 2.5; Ніссан|Rogue
Nissan|Almera: Ніссан Альмера; Nissan|Альмєра
Nissan|Navara: Ніссан|Навара; nissan навара 2.5 dci
Nissan|Murano: Ніссан|Мурано; Нисан Мурано
Opel|Corsa: Опель|Корса; Opel Corsa D; Опель корса 1.2
Opel|Zafira: Опель|Зафіра; Opel Зафира 1.9 CDTI
Opel|Mokka: Опель|Мокка; Opel|Мока
Opel|Combo: Опель|Комбо; Opel Combo 1.3
Opel|Vectra: Опель|Вектра; Опель Вектра С; Opel|Vektra
Peugeot|208: Пежо 208; Peugeot|208 1.2
Peugeot|Partner: Пежо|Партнер; Peugeot Партнёр
Peugeot|5008: Пежо|5008; Peugeot-5008; Peugeot 5008 1.6 HDi 2014
Porsche|911: Порше|911; Porsche 911 Carrera
Porsche|Panamera: Порше|Панамера; Porsche Panamera 4S
Porsche|Taycan: Порше|Тайкан; Порше Тайкан 4S
Renault|Fluence: Рено|Флюенс; Renault|Флуенс
Renault|Koleos: Рено|Колеос; Renault Koleos 2.5
Renault|Kadjar: Рено|Каджар; Рено|Кажар
Renault|Master: Рено|Мастер; Рено Мастер 2.3 dci; Renault|Майстер
Renault|Zoe: Рено|Зое; Renault|Зоє; Рено ЗОЕ
Renault|Grand Scenic: Рено|Гранд Сценік; Renault Grand Scenic 1.5 dCi
Renault|Espace: Рено|Еспейс; Renault|Эспейс
SEAT|Ibiza: Сеат|Ібіца; Seat|Ибица
Skoda|Karoq: Шкода|Карок; Skoda Карок 1.5 TSI
Skoda|Rapid: Шкода|Рапід; Skoda|Рапид 1.6; шкода рапид
Skoda|Octavia Tour: Шкода|Октавія Тур; Skoda|Octavia-Tour
Skoda|Enyaq iV: Шкода|Еньяк iV; Skoda|Enyaq IV; Skoda Enyaq iV 80
Skoda|Scala: Шкода|Скала; Skoda scala 1.0 TSI
Smart|Fortwo: Смарт|Форту; Smart|For Two; смарт фортво
SsangYong|Korando: Санг Йонг|Корандо; Ssangyong Korando 2.0
Subaru|XV: Субару|XV; Subaru XV 2.0; Субару|ХВ
Subaru|Impreza: Субару|Імпреза; Subaru|Импреза
Suzuki|Vitara: Сузукі|Вітара; Suzuki Vitara 1.4
Suzuki|Swift: Сузукі|Свіфт; Suzuki|Свифт 1.2
Suzuki|Jimny: Сузукі|Джимні; Suzuki|Джимни
Tesla|Model S: Тесла|Модель S; Tesla|Model S 75D; Tesla|S; Тесла Model S P85
Toyota|Avensis: Тойота|Авенсіс; Toyota Авенсис 1.8; тойота авенсіс 2.0 d4d
Toyota|Yaris: Тойота|Яріс; Toyota|Ярис 1.3
Toyota|Auris: Тойота|Ауріс; Toyota Аурис гібрид
Toyota|Hilux: Тойота|Хайлюкс; Toyota|Хілюкс; Тойота Hi-Lux
Toyota|Sequoia: Тойота|Секвоя; Toyota|Секвойя
Toyota|Prius: Тойота|Пріус; Toyota|Приус 1.8 hybrid
Toyota|Corolla Cross: Тойота|Королла Кросс; Toyota CorollaCross
Toyota|Sienna: Тойота|Сієнна; Toyota|Сиена; Toyota Sienna 3.5
Toyota|Venza: Тойота|Венза; Toyota Venza 2.5 Hybrid AWD
Volkswagen|Polo: Фольксваген|Поло; VW Polo 1.6; Wolkswagen|Polo; Фольксваген поло седан
Volkswagen|Touran: Фольксваген|Туран; VW Touran 1.9 TDI
Volkswagen|Arteon: Фольксваген|Артеон; VW Arteon 2.0
Volkswagen|Sharan: Фольксваген|Шаран; VW|Sharan 2.0 TDI
Volkswagen|Amarok: Фольксваген|Амарок; VW амарок 3.0 v6
Volkswagen|Crafter: Фольксваген|Крафтер; VW Crafter 2.0
Volkswagen|ID.6: VW|ID6; Volkswagen ID.6; Volkswagen ID-6
Volkswagen|e-Golf: VW|eGolf; Фольксваген|е-гольф; Volkswagen e-Golf
Volkswagen|New Beetle: Фольксваген|Нью Бітл; VW New Beetle
Volkswagen|T-Roc: VW|TRoc; Фольксваген|Т-Рок
Volkswagen|Multivan: Фольксваген|Мультиван; VW|Мультівен
Volvo|S60: Вольво|С60; Volvo S 60; Вольво S60 D5
Volvo|XC40: Вольво|ХС 40; Volvo XC40 Recharge
Volvo|V60 Cross Country: Volvo|V60 CC; Вольво|V60 Cross Country
Zeekr|7X: Зікр|7Х; Zeekr 7 X
ВАЗ / Lada|2110: ВАЗ|2110; Лада 2110; Lada|2110 1.6; ваз 21-10
ВАЗ / Lada|21099: ВАЗ 21099; Lada|21099
ВАЗ / Lada|Granta: Лада|Гранта; Lada Гранта
ВАЗ / Lada|Largus: Лада|Ларгус; ВАЗ Ларгус 1.6
ЗАЗ|Lanos: ЗАЗ|Ланос; ZAZ Lanos; ЗАЗ ланос 1.5
ЗАЗ|Forza: ЗАЗ|Форза; ЗАЗ Forza
УАЗ|469: УАЗ|469; UAZ|469; УАЗ-469
УАЗ|3163 Patriot: УАЗ|Патріот; УАЗ Patriot; UAZ|3163
Rolls-Royce|Ghost: Роллс-Ройс|Гост; Rolls-Royce Ghost
Aston Martin|DBX: Астон Мартін|DBX; Aston-Martin DBX; Астон Мартин|ДБХ
Great Wall|Wingle: Грейт Волл|Вінгл; Great Wall Wingle 5
Lynk & Co|01: Lynk&Co|01; Lynk Co 01; Лінк Ко|01
Lifan|X60: Ліфан|Х60; Lifan X 60; Лифан Х-60
Ravon|R2: Равон|Р2; Ravon R2
Maserati|Levante: Мазераті|Леванте; Maserati|Леванте 3.0
Polestar|2: Полестар|2; Polestar 2; Полстар|2
Li Auto|L9: Li Auto|L9; Лі Авто|Л9; LiAuto L9; Li|L9
Iveco|Daily: Івеко|Дейлі; Iveco|Дэйли
`)
