import type { NameCandidate } from '../../../src/main/names/name-match.ts'
import type { KnownNames } from '../../../src/main/names/resolve-vehicle.ts'

/** Makes and models as the service names them, with those beside each other that are easily taken for one another. */
const lines = `
Acura: MDX; RDX; TLX; ILX; TSX; ZDX
Alfa Romeo: 147; 156; 159; Giulia; Giulietta; Mito; Stelvio; Tonale
Audi: 80; 100; A1; A3; A4; A4 Allroad; A5; A5 Sportback; A6; A6 Allroad; A7 Sportback; A8; Q2; Q3; Q3 Sportback; Q4 e-tron; Q5; Q5 Sportback; Q7; Q8; Q8 e-tron; RS6; RS Q8; S3; S4; S5; S6; SQ5; SQ7; SQ8; TT; e-tron; e-tron GT
BMW: 1 Series; 2 Series; 2 Series Active Tourer; 2 Series Gran Coupe; 3 Series; 3 Series GT; 4 Series; 4 Series Gran Coupe; 5 Series; 6 Series; 7 Series; 8 Series; M3; M4; M5; X1; X2; X3; X3 M; X4; X5; X5 M; X6; X6 M; X7; XM; Z4; i3; i4; i5; i7; i8; iX; iX1; iX3
BYD: Atto 3; Dolphin; Han; Seal; Song Plus; Song L; Tang; Yuan Plus; Yuan Up; Qin Plus; Seagull; F3
Cadillac: CTS; Escalade; SRX; XT4; XT5; XT6; Lyriq
Chery: Amulet; Arrizo 5; Arrizo 8; Eastar; Jaggi; QQ; Tiggo; Tiggo 2; Tiggo 3; Tiggo 4; Tiggo 5; Tiggo 7 Pro; Tiggo 8; Tiggo 8 Pro
Chevrolet: Aveo; Bolt EV; Bolt EUV; Camaro; Captiva; Cruze; Epica; Equinox; Lacetti; Malibu; Orlando; Spark; Suburban; Tahoe; Tracker; Trax; Traverse; Volt
Chrysler: 200; 300C; Pacifica; Sebring; Town & Country; Voyager
Citroen: Berlingo; C1; C2; C3; C3 Aircross; C3 Picasso; C4; C4 Cactus; C4 Picasso; C4 X; C5; C5 Aircross; C5 X; C-Crosser; C-Elysee; Grand C4 Picasso; Jumper; Jumpy; Nemo; SpaceTourer; Xsara; Xsara Picasso
Cupra: Ateca; Born; Formentor; Leon; Tavascan
DAF: XF 105; LF 45; CF 85
DS: 3; 4; 7 Crossback; 9
Dacia: Dokker; Duster; Jogger; Lodgy; Logan; Logan MCV; Sandero; Sandero StepWay; Spring
Daewoo: Espero; Gentra; Lanos; Leganza; Matiz; Nexia; Nubira; Sens
Dodge: Avenger; Caliber; Caravan; Challenger; Charger; Dart; Durango; Grand Caravan; Journey; Nitro; RAM 1500
Fiat: 500; 500 L; 500 X; 500e; Albea; Doblo; Ducato; Fiorino; Grande Punto; Linea; Panda; Punto; Scudo; Tipo
Ford: B-Max; Bronco; Bronco Sport; C-Max; EcoSport; Edge; Escape; Explorer; F-150; Fiesta; Focus; Fusion; Galaxy; Grand C-Max; Ka; Kuga; Maverick; Mondeo; Mustang; Mustang Mach-E; Puma; Ranger; S-Max; Sierra; Tourneo Connect; Tourneo Custom; Transit; Transit Connect; Transit Custom
GMC: Acadia; Sierra; Terrain; Yukon
Geely: Atlas; Coolray; Emgrand 7 (EC7); Emgrand X7; Geometry C; MK; MK Cross; CK; Monjaro; Tugella
Genesis: G70; G80; G90; GV60; GV70; GV80
Great Wall: Haval H3; Haval H5; Hover; Safe; Voleex C30; Wingle
Haval: Dargo; F7; F7x; H2; H6; H9; Jolion; M6
Honda: Accord; CR-V; Civic; Crosstour; Element; FR-V; Fit; HR-V; Insight; Jazz; Legend; M-NV; Odyssey; Pilot; e:NP1; e:NS1
Hyundai: Accent; Bayon; Creta; Elantra; Genesis; Getz; Grandeur; H-1; H 100; Ioniq; Ioniq 5; Ioniq 6; Kona; Kona Electric; Matrix; Palisade; Santa Fe; Sonata; Staria; Terracan; Tucson; Veloster; i10; i20; i30; i30 N; i40; ix20; ix35; ix55
Infiniti: EX; FX; FX 35; G; JX; M; Q30; Q50; Q60; Q70; QX30; QX50; QX55; QX56; QX60; QX70; QX80
Isuzu: D-Max; Trooper
JAC: J7; JS4; S2; S3; S5; iEV7S
Jaguar: E-Pace; F-Pace; F-Type; I-Pace; S-Type; X-Type; XE; XF; XJ
Jeep: Avenger; Cherokee; Compass; Commander; Gladiator; Grand Cherokee; Liberty; Patriot; Renegade; Wrangler
Jetour: Dashing; X70; X70 Plus; X90 Plus; T2
Kia: Carens; Carnival; Ceed; Cerato; EV3; EV5; EV6; EV9; Forte; K3; K5; K8; Magentis; Mohave; Niro; Niro EV; Optima; Picanto; ProCeed; Rio; Seltos; Sorento; Soul; Soul EV; Sportage; Stinger; Stonic; Telluride; Venga; XCeed
Land Rover: Defender; Discovery; Discovery Sport; Freelander; Range Rover; Range Rover Evoque; Range Rover Sport; Range Rover Velar
Lexus: CT; ES; GS; GX; IS; LC; LS; LX; NX; RC; RX; RZ; TX; UX
Lincoln: Aviator; Continental; Corsair; MKC; MKX; MKZ; Navigator; Nautilus
MAN: TGL; TGX
MG: 3; 6; 350; 550; HS; Marvel R; MG4; MG5; ZS; ZS EV; Cyberster
MINI: Clubman; Cooper; Countryman; Hatch; One; Paceman
Maserati: Ghibli; Grecale; Levante; Quattroporte
Mazda: 2; 3; 5; 6; 323; 626; BT-50; CX-3; CX-30; CX-5; CX-50; CX-60; CX-7; CX-9; CX-90; MX-30; MX-5; Premacy; Tribute; Xedos 6
Mercedes-Benz: A-Class; AMG GT; B-Class; C-Class; C-Class All-Terrain; CL-Class; CLA-Class; CLC-Class; CLE-Class; CLK-Class; CLS-Class; Citan; E-Class; E-Class All-Terrain; EQA-Class; EQB-Class; EQC-Class; EQE-Class; EQE SUV; EQS-Class; EQS SUV; EQV-Class; G-Class; GL-Class; GLA-Class; GLB-Class; GLC-Class; GLC-Class Coupe; GLE-Class; GLE-Class Coupe; GLK-Class; GLS-Class; M-Class; R-Class; S-Class; SL-Class; SLK-Class; Sprinter; V-Class; Vaneo; Viano; Vito; X-Class
Mitsubishi: ASX; Carisma; Colt; Eclipse; Eclipse Cross; Galant; Grandis; L 200; Lancer; Lancer Evolution; Lancer X; Mirage; Outlander; Outlander PHEV; Outlander Sport; Outlander XL; Pajero; Pajero Sport; Pajero Wagon; Space Star
Nissan: 350Z; Almera; Almera Classic; Altima; Ariya; Armada; GT-R; Juke; Kicks; Leaf; Maxima; Micra; Murano; NV200; Navara; Note; Pathfinder; Patrol; Primastar; Primera; Qashqai; Qashqai+2; Rogue; Rogue Sport; Sentra; Teana; Terrano; Tiida; Versa; X-Trail
Opel: Adam; Antara; Astra; Combo; Corsa; Crossland; Crossland X; Frontera; Grandland; Grandland X; Insignia; Insignia Country Tourer; Meriva; Mokka; Mokka X; Movano; Omega; Signum; Vectra; Vivaro; Zafira; Zafira Life
Peugeot: 107; 108; 2008; 206; 207; 208; 3008; 301; 307; 308; 4007; 4008; 405; 406; 407; 408; 5008; 508; 607; Bipper; Boxer; Expert; Partner; Rifter; Traveller
Porsche: 718 Boxster; 718 Cayman; 911; Cayenne; Cayenne Coupe; Macan; Panamera; Taycan
Renault: Arkana; Austral; Captur; Clio; Dokker; Duster; Espace; Express; Fluence; Grand Scenic; Kadjar; Kangoo; Koleos; Laguna; Latitude; Lodgy; Logan; Master; Megane; Megane E-Tech; Megane Scenic; Modus; Rafale; Sandero; Sandero StepWay; Scenic; Symbol; Talisman; Trafic; Twingo; Zoe
SEAT: Alhambra; Altea; Altea XL; Arona; Ateca; Cordoba; Ibiza; Leon; Tarraco; Toledo
Skoda: Citigo; Elroq; Enyaq; Enyaq Coupe iV; Enyaq iV; Fabia; Felicia; Kamiq; Karoq; Kodiaq; Octavia; Octavia A5; Octavia A7; Octavia A8; Octavia Scout; Octavia Tour; Rapid; Roomster; Scala; Superb; Yeti
Smart: Forfour; Fortwo; #1; #3
SsangYong: Actyon; Kyron; Korando; Musso; Rexton; Rodius; Tivoli; Torres; XLV
Subaru: Ascent; BRZ; Crosstrek; Forester; Impreza; Legacy; Legacy Outback; Levorg; Outback; Solterra; Tribeca; WRX; XV
Suzuki: Baleno; Grand Vitara; Ignis; Jimny; Liana; SX4; SX4 S-Cross; Splash; Swift; Vitara; Wagon R
Tesla: Cybertruck; Model 3; Model S; Model X; Model Y; Roadster
Toyota: 4Runner; Auris; Avalon; Avensis; Avensis Verso; Aygo; C-HR; Camry; Corolla; Corolla Cross; Corolla Verso; FJ Cruiser; GT 86; Hiace; Highlander; Hilux; Land Cruiser; Land Cruiser 100; Land Cruiser 200; Land Cruiser 300; Land Cruiser Prado; Previa; Prius; Prius Prime; Proace; ProAce City; RAV4; RAV4 Prime; Sequoia; Sienna; Sienta; Tacoma; Tundra; Urban Cruiser; Venza; Verso; Yaris; Yaris Cross; bZ4X
Volkswagen: Amarok; Arteon; Atlas; Atlas Cross Sport; Beetle; Bora; Caddy; California; Caravelle; Crafter; Fox; Golf; Golf GTE; Golf Plus; Golf Sportsvan; Golf Variant; ID.3; ID.4; ID.4 Crozz; ID.5; ID.6; ID.7; ID. Buzz; Jetta; LT; Lupo; Multivan; New Beetle; Passat; Passat Alltrack; Passat CC; Phaeton; Pointer; Polo; Scirocco; Sharan; T-Cross; T-Roc; T5 (Transporter); T6 (Transporter); Taigo; Tiguan; Tiguan Allspace; Touareg; Touran; Transporter; Up; Vento; e-Golf
Volvo: C30; C40; EX30; EX40; EX90; S40; S60; S80; S90; V40; V50; V60; V60 Cross Country; V70; V90; V90 Cross Country; XC40; XC60; XC70; XC90
Zeekr: 001; 007; 009; 7X; X
ВАЗ / Lada: 2101; 2103; 2104; 2105; 2106; 2107; 2108; 2109; 21099; 2110; 2111; 2112; 2114 Samara; 2115 Samara; 2121 Нива; 2131 Нива; Granta; Kalina; Largus; Niva Legend; Niva Travel; Priora; Vesta; XRAY
ГАЗ: 21 Волга; 24; 31029; 3102; 3110; 31105; 3302 Газель; 2705 Газель; 69; Соболь
ЗАЗ: 1102 Таврія; 1103 Славута; 968; Forza; Lanos; Sens; Vida
Москвич / АЗЛК: 2140; 2141; 412
УАЗ: 469; 3303; 31512; 3163 Patriot; Hunter; Pickup
Богдан: 2110; 2111; A-092
Rolls-Royce: Cullinan; Dawn; Ghost; Phantom; Spectre; Wraith
Aston Martin: DB11; DBX; Vantage
Lynk & Co: 01; 03; 05; 08; 09
Li Auto: L6; L7; L8; L9; Mega; One
Rover: 25; 45; 75; 200; 400; 600
Lancia: Delta; Musa; Thesis; Ypsilon
Lifan: 320; 520; 620; X60; Smily; Solano
Maybach: 57; 62
Bentley: Bentayga; Continental; Continental GT; Flying Spur
Ferrari: 458; 488; California; Roma; Purosangue
Lamborghini: Aventador; Huracan; Urus
Polestar: 2; 3; 4
XPeng: G3; G6; G9; P5; P7; X9
NIO: EC6; EL6; ES6; ES8; ET5; ET7
Avatr: 11; 12
Aito: M5; M7; M9
Voyah: Dream; Free; Passion
Hongqi: E-HS9; E-QM5; H5; H9
Changan: CS35; CS55; CS75; Deepal S7; UNI-K; UNI-T; UNI-V
Exeed: LX; TXL; VX; RX
Omoda: C5; S5
Jaecoo: J7; J8
Dongfeng: 580; AX7; Seres 3; Forthing T5
Hummer: H1; H2; H3
Pontiac: G6; Vibe; Solstice
Ravon: R2; R3 Nexia; R4; Matiz
Samsung: QM3; SM3; SM5; XM3
Saab: 9-3; 9-5; 900; 9000
Iveco: Daily; Daily 35C; Eurocargo; Stralis
Scania: R 420; R 450; G 400
`

interface CatalogueModel {
  readonly make: NameCandidate
  readonly model: NameCandidate
}

const named = (id: number, name: string): NameCandidate => ({ id, name, about: '', source: 'lookup' })

const modelsOf = new Map<number, readonly NameCandidate[]>()

export const makes: readonly NameCandidate[] = lines
  .trim()
  .split('\n')
  .map((line, at) => {
    const colon = line.indexOf(': ')
    const make = named(at + 1, line.slice(0, colon))
    const models = line.slice(colon + 2).split('; ')
    modelsOf.set(
      make.id,
      models.map((name, place) => named((at + 1) * 1000 + place, name)),
    )
    return make
  })

export const catalogue: readonly CatalogueModel[] = makes.flatMap((make) =>
  (modelsOf.get(make.id) ?? []).map((model) => ({ make, model })),
)

/** The catalogue as the service's lists give it. */
export const catalogueNames: KnownNames = {
  candidates: (field, { marka_id }) => {
    if (field === 'marka_id') return makes
    return field === 'model_id' ? (modelsOf.get(marka_id ?? 0) ?? []) : []
  },
  chosen: () => null,
  isElsewhere: () => false,
}
