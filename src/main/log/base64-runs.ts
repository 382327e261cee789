const base64Letters = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_ ')

/**
 * The places of letters of base64, run by run: lines may be cut, and indented. A blank is a `+`, as in a key. Runs of
 * fewer letters than `least` hold none.
 */
export function base64Runs(plain: string, least: number): readonly (readonly number[])[] {
  const runs: number[][] = []
  let run: number[] = []
  const end = (): void => {
    if (run.length >= least) runs.push(run)
    run = []
  }
  let isIndent = false
  for (let place = 0; place < plain.length; place += 1) {
    const letter = plain.charAt(place)
    if (letter === '\n' || letter === '\r' || letter === '\t') isIndent = true
    else if (letter === ' ' && isIndent) continue
    else {
      isIndent = false
      if (base64Letters.has(letter)) run.push(place)
      else end()
    }
  }
  end()
  return runs
}
