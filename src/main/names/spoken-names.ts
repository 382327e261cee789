/**
 * Makes and cities with another spelling that no rule of transliteration gives, small letters: the service's name, then
 * those that people in Ukraine type.
 */
const spellings: readonly (readonly string[])[] = [
  ['audi', 'ауді', 'ауди'],
  ['bmw', 'бмв', 'бемве'],
  ['byd', 'бід', 'бид'],
  ['cadillac', 'кадилак', 'каділак', 'кадиллак'],
  ['chery', 'чері', 'чери'],
  ['chevrolet', 'шевроле', 'шевролє'],
  ['chrysler', 'крайслер'],
  ['citroen', 'citroën', 'сітроен', 'сітроєн', 'ситроен'],
  ['cupra', 'купра'],
  ['dacia', 'дачія', 'дачия'],
  ['daewoo', 'деу', 'дэу', 'део', 'дєу'],
  ['daf', 'даф'],
  ['dodge', 'додж'],
  ['fiat', 'фіат', 'фиат'],
  ['ford', 'форд'],
  ['geely', 'джилі', 'джили'],
  ['genesis', 'генезис', 'дженезіс'],
  ['gmc', 'джіемсі'],
  ['haval', 'хавал', 'хавейл'],
  ['honda', 'хонда', 'гонда'],
  ['hyundai', 'хюндай', 'хундай', 'хендай', 'хьондай', 'гюндай', 'хюндаї'],
  ['infiniti', 'інфініті', 'инфинити'],
  ['isuzu', 'ісузу', 'исузу'],
  ['iveco', 'івеко', 'ивеко'],
  ['jaguar', 'ягуар'],
  ['jeep', 'джип'],
  ['kia', 'кіа', 'киа', 'кія', 'кия'],
  ['lada', 'ваз', 'лада', 'жигулі', 'жигули'],
  ['land', 'ленд', 'лэнд'],
  ['lexus', 'лексус'],
  ['lincoln', 'лінкольн', 'линкольн'],
  ['man', 'ман'],
  ['maserati', 'мазераті', 'мазерати'],
  ['mazda', 'мазда'],
  ['mercedes', 'мерседес', 'мерс'],
  ['benz', 'бенц'],
  ['mini', 'міні', 'мини'],
  ['mitsubishi', 'мітсубісі', 'міцубісі', 'мицубиси', 'митсубиши', 'мітсубіші', 'міцубіші'],
  ['nissan', 'нісан', 'ніссан', 'ниссан'],
  ['opel', 'опель'],
  ['peugeot', 'пежо'],
  ['porsche', 'порше', 'порш'],
  ['range', 'рейндж', 'рендж'],
  ['renault', 'рено', 'ренаулт'],
  ['rover', 'ровер'],
  ['scania', 'сканія', 'скания'],
  ['seat', 'сеат'],
  ['skoda', 'škoda', 'шкода'],
  ['smart', 'смарт'],
  ['ssangyong', 'сангйонг', 'саньонг', 'ссангйонг', 'ссанг', 'санг'],
  ['subaru', 'субару'],
  ['suzuki', 'сузукі', 'сузуки'],
  ['tesla', 'тесла'],
  ['toyota', 'тойота', 'таєта', 'тоєта'],
  ['volkswagen', 'vw', 'фольксваген', 'вольксваген', 'фольцваген', 'фольксваґен'],
  ['volvo', 'вольво'],
  ['zaz', 'заз'],
  ['zeekr', 'зікр', 'зикр'],
  // Words of models.
  ['class', 'клас', 'класс', 'klasse'],
  ['series', 'серія', 'серії', 'серия', 'серии'],
  // Models that are typed by ear.
  ['camry', 'камрі', 'камри'],
  ['cayenne', 'каєн', 'кайен', 'каен'],
  ['golf', 'гольф'],
  ['leaf', 'ліф', 'лиф'],
  ['outlander', 'аутлендер', 'аутлєндер'],
  ['passat', 'пасат', 'пассат'],
  ['qashqai', 'кашкай'],
  ['tiguan', 'тігуан', 'тигуан'],
  ['touareg', 'туарег'],
  ['tucson', 'туксон', 'тусан', 'туссан'],
  // Cities by their Russian and older English names.
  ['київ', 'киев', 'kiev', 'kyiv'],
  ['дніпро', 'днепр', 'dnepr', 'dnipro'],
  ['запоріжжя', 'запорожье', 'zaporozhye', 'zaporizhzhia'],
  ['кропивницький', 'кропивницкий', 'кіровоград'],
  ['львів', 'львов', 'lvov', 'lviv'],
  ['миколаїв', 'николаев', 'nikolaev', 'mykolaiv'],
  ['одеса', 'одесса', 'odessa', 'odesa'],
  ['рівне', 'ровно', 'rovno', 'rivne'],
  ['тернопіль', 'тернополь', 'ternopil'],
  ['харків', 'харьков', 'kharkov', 'kharkiv'],
  ['чернівці', 'черновцы', 'chernivtsi'],
  ['чернігів', 'чернигов', 'chernigov', 'chernihiv'],
]

/** Fewer letters begin too many names. */
const leastLetters = 3

/** The other spellings of names that the word begins, or is: all of them, since it is being typed. */
export function otherSpellings(word: string): string[] {
  if (word.length < leastLetters) return sameSpellings(word)
  return spellings.flatMap((names) => (names.some((name) => name.startsWith(word)) ? names : []))
}

/** The other spellings of the names that the word is. */
export const sameSpellings = (word: string): string[] =>
  spellings.flatMap((names) => (names.includes(word) ? names : []))
