import { drawableLetters, drawText } from './drawText.ts'
import { BLACK, type FillOn, fills, flat, light, WHITE } from './fills.ts'
import { inks } from './inks.ts'
import { type Field, grown, type Layers, SIDE, type Square } from './Layer.ts'
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
const CARD: Square = { x: 0, side: SIDE, radius: 164 }

/**
 * A token's picture: a dark card, a metallic frame with a glow, and in its chamber the artwork or a monogram of the
 * symbol. Pure: equal recipes give equal layers. They refer to nothing outside themselves and contain no text from the
 * chain; letters are our own outlines.
 */
export function tokenLayers(recipe: Recipe): Layers {
  const { artwork, preset, size, symbol } = recipe
  const colours = palette(`${recipe.chainId}:${recipe.token.toLowerCase()}`)
  const layout = size < smallBelow ? small : full
  const defs = inks(colours) + (artwork ? embed(artwork, preset) : '')
  if (artwork && recipe.style === 'raw') {
    return { defs, list: [`<rect width="1024" height="1024"/>${picture(CARD)}`] }
  }
  const fill = fills(colours)
  if (recipe.kind === 'creator') return { defs, list: contents(recipe, CARD, fill, layout) }

  const inset = layout.frameInset + layout.frameWidth / 2
  const box = { x: inset, side: SIDE - 2 * inset, radius: layout.frameRadius - layout.frameWidth / 2 }
  const inner = grown(box, -UNDER_FRAME)
  return {
    defs,
    list: [
      { outer: CARD, inner, fill: fill.night(CARD) },
      { outer: CARD, inner, fill: fill.glow(CARD) },
      ...(artwork ? [echo(preset)] : []),
      bloom(colours, layout, box),
      ...contents(recipe, box, fill, layout),
      ...frame(box, fill, layout),
      ...(layout.isSmall ? [] : [signature(symbol)]),
      rim(fill.rim, layout),
    ],
  }
}

/** How far into the frame, which hides everything under it, the layers behind it go. */
const UNDER_FRAME = 4

/** Light around the frame. */
function bloom({ hue }: Palette, { frameWidth, isSmall }: Layout, box: Square): Field {
  const [width, strength] = isSmall ? [40, 0.28] : [75, 0.4]
  const edge = frameWidth / 2
  const colour = hsl(hue, 100, 68)
  const stops = BLOOM.map(([at, share]) => [at, colour, share * strength] as const)
  return {
    outer: grown(box, edge + width),
    inner: grown(box, -UNDER_FRAME),
    fill: light(box, [edge, width], stops),
  }
}

/** How light fades from the frame to where it ends: shares of the way and of its strength. */
const BLOOM = [
  [0, 1],
  [0.08, 0.8],
  [0.3, 0.51],
  [0.6, 0.27],
  [1, 0],
] as const

/** Artwork, or rings and letters. */
function contents(
  { artwork, symbol }: Recipe,
  box: Square,
  fill: ReturnType<typeof fills>,
  layout: Layout,
): Layers['list'] {
  const area = (on: FillOn): Field => ({ outer: box, fill: on(box) })
  if (artwork) {
    const clipped =
      `<clipPath id="chamber"><rect x="${box.x}" y="${box.x}" width="${box.side}" height="${box.side}" rx="${box.radius}"/></clipPath>` +
      `<g clip-path="url(#chamber)">${picture(box)}</g>`
    return [area(fill.chamberFill), clipped, area(fill.shade)]
  }
  return [
    area(fill.chamberFill),
    ...(layout.isSmall ? [] : [area(fill.rings)]),
    area(fill.chamberLight),
    monogram(symbol, box, layout),
  ]
}

/** The square sign before a share token's symbol is dropped: the frame already means share token. */
function monogram(symbol: string, { x, side }: Square, layout: Layout): string {
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

const picture = ({ x, side }: Pick<Square, 'x' | 'side'>, opacity = 1): string =>
  `<use href="#artwork" transform="translate(${x} ${x}) scale(${side / SIDE})" opacity="${opacity}"/>`

/** The artwork again behind the frame, larger and faded. */
function echo(preset: Recipe['preset']): string {
  return (
    '<clipPath id="card"><rect width="1024" height="1024" rx="164"/></clipPath><g clip-path="url(#card)">' +
    `${picture({ x: -96, side: 1216 }, preset === 'hero' ? 0.72 : 0.2)}</g>`
  )
}

function frame(box: Square, { metal, metalInner }: ReturnType<typeof fills>, layout: Layout): Field[] {
  const half = layout.frameWidth / 2
  if (layout.isSmall) return [line(box, metal, layout.frameWidth)]
  return [
    line(box, flat(BLACK, 0.45), layout.frameWidth + 14),
    line(box, metal, layout.frameWidth),
    line(grown(box, half - 4), flat(WHITE, 0.55), 3),
    line(grown(box, 8 - half), metalInner, 14),
    line(grown(box, -half), flat(BLACK, 0.6), 4),
  ]
}

/** A line of a width along a square. */
const line = (along: Square, fill: FillOn, width: number): Field => ({
  outer: grown(along, width / 2),
  inner: grown(along, -width / 2),
  fill: fill(along),
})

function signature(symbol: string): string {
  const box = { centreX: 512, centreY: 942, maxWidth: 560, maxHeight: 40, weight: 0.13 }
  return drawText(drawableLetters(symbol, 16), box, 'url(#signatureInk)')
}

/** The thin light edge of the card. */
function rim(fill: FillOn, layout: Layout): Field {
  const width = layout.isSmall ? 14 : 5
  return line(grown(CARD, -width / 2), fill, width)
}
