import { Dice } from '../world/random.ts'

const widths: Readonly<Record<string, number>> = { m: 320, sx: 120, b: 620, f: 1024, fx: 1280 }

/** A small drawing for any address under /cdn/: the same address always gives the same picture. */
export function drawPicture(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const width = widths[/(sx|m|b|fx?)\.svg$/.exec(name)?.[1] ?? 'm'] ?? 320
  const dice = new Dice(Number(/(\d{3,})/.exec(name)?.[1] ?? name.length), 4)
  const hue = dice.whole(0, 359)
  const sky = dice.whole(190, 230)
  const house = path.includes('/dom/')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="${width}" height="${(width * 3) / 4}">` +
    `<rect width="320" height="240" fill="hsl(${sky} 45% 82%)"/>` +
    `<rect y="165" width="320" height="75" fill="hsl(${sky} 8% 62%)"/>` +
    `${house ? houseShape(hue) : carShape(hue)}</svg>`
  )
}

const carShape = (hue: number): string =>
  `<path d="M30 160v-28q2-10 16-13l44-8 34-33q6-6 16-6h76q10 0 17 7l29 31q30 5 30 22v28z" fill="hsl(${hue} 45% 45%)"/>` +
  `<path d="M108 110l24-24q4-4 10-4h28v28zM182 82h30q6 0 10 4l21 24h-61z" fill="hsl(${hue} 20% 88%)"/>` +
  '<circle cx="92" cy="162" r="25" fill="#222"/><circle cx="92" cy="162" r="11" fill="#bbb"/>' +
  '<circle cx="234" cy="162" r="25" fill="#222"/><circle cx="234" cy="162" r="11" fill="#bbb"/>'

const houseShape = (hue: number): string =>
  `<path d="M80 100l80-60 80 60v85H80z" fill="hsl(${hue} 30% 60%)"/><path d="M66 106l94-72 94 72z" fill="hsl(${hue} 35% 35%)"/>` +
  '<rect x="145" y="135" width="32" height="50" fill="#543"/><rect x="100" y="120" width="30" height="28" fill="#eef"/>' +
  '<rect x="192" y="120" width="30" height="28" fill="#eef"/>'
