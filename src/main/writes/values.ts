/** Values of an advert by the contract's names of the write endpoints. */
export type Values = Readonly<Record<string, string | number>>
