import { drawableLetters, drawText } from './drawText.ts'
import { gradients } from './gradients.ts'
import { hsl, type Palette, palette } from './palette.ts'
import type { Recipe } from './Recipe.ts'
import type { Artwork } from './sniffArtwork.ts'

/** Positions on the canvas of 1024 units; a small picture has a wider chamber and bolder lines. */
interface Layout {
  readonly frameInset: number
  readonly frameWidth: number
  readonly frameRadius: number
  readonly letterWeight: number
  readonly isSmall: boolean
}

const full: Layout = { frameInset: 158, frameWidth: 50, frameRadius: 150, letterWeight: 0.17, isSmall: false }
const small: Layout = { frameInset: 92, frameWidth: 60, frameRadius: 170, letterWeight: 0.2, isSmall: true }
/** Below this many pixels the fine lines and the signature would only be noise. */
const smallBelow = 160

/**
 * A token's picture as SVG text: a dark card, a metallic frame with a glow, and in its chamber the artwork or a
 * monogram of the symbol. Pure: equal recipes give equal text. It refers to nothing outside itself and contains no text
 * from the chain; letters are our own outlines.
 */
export function drawToken(recipe: Recipe): string {
  const { artwork, preset, size } = recipe
  const colours = palette(`${recipe.chainId}:${recipe.token.toLowerCase()}`)
  const layout = size < smallBelow ? small : full
  const defs = gradients(colours) + (artwork ? embed(artwork, preset) : '')
  if (artwork && recipe.style === 'raw') {
    return document(size, defs, `<rect width="1024" height="1024"/>${picture({ x: 0, side: 1024 })}`)
  }
  if (recipe.kind === 'creator') {
    return document(size, defs, contents(recipe, { x: 0, side: 1024 }, 164, layout))
  }

  const x = layout.frameInset + layout.frameWidth / 2
  const box = { x, side: 1024 - 2 * x }
  const radius = layout.frameRadius - layout.frameWidth / 2
  const body =
    card(hidden(box, radius)) +
    (artwork ? echo(preset) : '') +
    bloom(colours, layout, box, radius) +
    contents(recipe, box, radius, layout) +
    frame(box, radius, layout) +
    (layout.isSmall ? '' : signature(recipe.symbol)) +
    rim(layout)
  return document(size, defs, body)
}

interface Box {
  readonly x: number
  readonly side: number
}

const square = ({ x, side }: Box): string => `x="${x}" y="${x}" width="${side}" height="${side}"`

function document(size: number, defs: string, body: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 1024 1024">` +
    `<defs>${defs}</defs>${body}</svg>`
  )
}

/** How far into the frame, which hides everything under it, the layers behind it go. */
const UNDER_FRAME = 4

/** The part of the layers behind that chamber and frame hide, as the outline of a hole: it is not painted for nothing. */
const hidden = ({ x, side }: Box, radius: number): string =>
  outline({ x: x + UNDER_FRAME, side: side - 2 * UNDER_FRAME }, radius - UNDER_FRAME)

/** A square with round corners as path data. */
function outline({ x, side }: Box, radius: number): string {
  const line = side - 2 * radius
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`
  return (
    `M${x + radius} ${x}h${line}${corner(1, 1)}v${line}${corner(-1, 1)}` +
    `h${-line}${corner(-1, -1)}v${-line}${corner(1, -1)}z`
  )
}

function card(hole: string): string {
  const area = `<path fill-rule="evenodd" d="${outline({ x: 0, side: 1024 }, 164)}${hole}"`
  return `${area} fill="url(#night)"/>${area} fill="url(#glow)"/>`
}

/** Light around the frame, of one side and one corner, turned to the other three. */
function bloom({ hue }: Palette, { frameWidth, isSmall }: Layout, { x }: Box, radius: number): string {
  const [reach, strength] = isSmall ? [40, 0.28] : [75, 0.4]
  const [edge, end] = [frameWidth / 2, frameWidth / 2 + reach]
  const [centre, outer] = [x + radius, radius + end]
  const light = (from: number) =>
    BLOOM.map(([at, share]) => {
      const offset = (from + at * reach) / (from + reach)
      return `<stop offset="${offset}" stop-color="${hsl(hue, 100, 68)}" stop-opacity="${share * strength}"/>`
    }).join('')
  // Each pixel belongs to one of them: smoothed edges would show where they meet.
  return (
    `<linearGradient id="side" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${x - edge}" y2="${x - end}">${light(0)}</linearGradient>` +
    `<radialGradient id="corner" gradientUnits="userSpaceOnUse" cx="${centre}" cy="${centre}" r="${outer}">${light(radius + edge)}</radialGradient>` +
    '<g id="bloom" shape-rendering="crispEdges">' +
    `<path d="M${centre} ${x - end}H${1024 - centre}V${x}H${centre}z" fill="url(#side)"/>` +
    `<path d="M${centre} ${centre}V${x - end}A${outer} ${outer} 0 0 0 ${x - end} ${centre}z" fill="url(#corner)"/></g>` +
    [90, 180, 270].map((turn) => `<use href="#bloom" transform="rotate(${turn} 512 512)"/>`).join('')
  )
}

/** How light fades from the frame to where it ends: shares of the way and of its strength. */
const BLOOM = [
  [0, 1],
  [0.08, 0.8],
  [0.3, 0.51],
  [0.6, 0.27],
  [1, 0],
] as const

/** What the frame holds: artwork, or rings and letters. */
function contents({ artwork, symbol }: Recipe, box: Box, radius: number, layout: Layout): string {
  const area = `<rect ${square(box)} rx="${radius}"`
  const ground = `${area} fill="url(#chamberFill)"/>`
  if (artwork) {
    return (
      `${ground}<clipPath id="chamber">${area}/></clipPath><g clip-path="url(#chamber)">${picture(box)}</g>` +
      `${area} fill="url(#shade)"/>`
    )
  }
  const rings = layout.isSmall ? '' : `${area} fill="url(#rings)"/>`
  return `${ground}${rings}${area} fill="url(#chamberLight)"/>${monogram(symbol, box, layout)}`
}

/** The square sign before a share token's symbol is dropped: the frame already means share token. */
function monogram(symbol: string, { x, side }: Box, layout: Layout): string {
  const letters = drawableLetters(symbol.replace(/^[\s\u25a0\u25a2]+/u, ''), 6)
  const box = {
    centreX: 512,
    centreY: 512,
    maxWidth: side * (layout.isSmall ? 0.86 : 0.78),
    maxHeight: side * (letters.length < 3 ? 0.5 : 0.42),
    weight: layout.letterWeight,
  }
  const shadow = layout.isSmall ? '' : drawText(letters, { ...box, centreY: 512 + (x > 0 ? 9 : 13) }, 'url(#shadow)')
  return shadow + drawText(letters, box, 'url(#ink)')
}

/** The artwork's bytes, embedded once however often it is painted. */
function embed(artwork: Artwork, preset: Recipe['preset']): string {
  const isPixelArt = preset === 'pixel' || Math.max(artwork.width, artwork.height) <= 64
  return (
    '<image id="artwork" width="1024" height="1024" preserveAspectRatio="xMidYMid slice"' +
    `${isPixelArt ? ' image-rendering="optimizeSpeed"' : ''} href="${artwork.dataUri}"/>`
  )
}

const picture = ({ x, side }: Box, opacity = 1): string =>
  `<use href="#artwork" transform="translate(${x} ${x}) scale(${side / 1024})" opacity="${opacity}"/>`

/** The artwork again behind the frame, larger and faded. */
function echo(preset: Recipe['preset']): string {
  return (
    '<clipPath id="card"><rect width="1024" height="1024" rx="164"/></clipPath><g clip-path="url(#card)">' +
    `${picture({ x: -96, side: 1216 }, preset === 'hero' ? 0.72 : 0.2)}</g>`
  )
}

function frame(box: Box, radius: number, layout: Layout): string {
  const line = (grow: number, stroke: string, width: number, opacity = 1): string =>
    `<rect ${square({ x: box.x - grow, side: box.side + 2 * grow })} rx="${radius + grow}" fill="none"` +
    ` stroke="${stroke}" stroke-width="${width}" stroke-opacity="${opacity}"/>`
  const half = layout.frameWidth / 2
  if (layout.isSmall) return line(0, 'url(#metal)', layout.frameWidth)
  return (
    line(0, '#000', layout.frameWidth + 14, 0.45) +
    line(0, 'url(#metal)', layout.frameWidth) +
    line(half - 4, '#fff', 3, 0.55) +
    line(8 - half, 'url(#metalInner)', 14) +
    line(-half, '#000', 4, 0.6)
  )
}

function signature(symbol: string): string {
  const box = { centreX: 512, centreY: 942, maxWidth: 560, maxHeight: 40, weight: 0.13 }
  return drawText(drawableLetters(symbol, 16), box, 'url(#signatureInk)')
}

/** The thin light edge of the card. */
function rim(layout: Layout): string {
  const width = layout.isSmall ? 14 : 5
  return (
    `<rect ${square({ x: width / 2, side: 1024 - width })} rx="${164 - width / 2}" fill="none"` +
    ` stroke="url(#rim)" stroke-width="${width}"/>`
  )
}
