import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { CARD_WIDTH, drawCard } from '../../../functions/token/cards/drawCard.ts'
import { startRasterizer } from '../../../functions/token/drawing/startRasterizer.ts'
import { toPng } from '../../../functions/token/drawing/toPng.ts'

/** The picture of the site for previews, drawn as those of its things are. */
export async function siteCard(): Promise<Uint8Array> {
  const renderer = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
  const rasterize = await startRasterizer(await readFile(renderer))
  const card = { kind: 'An API for autonomous agents', title: 'Creator vaults', figures: FIGURES }
  return toPng(rasterize(drawCard(card), CARD_WIDTH))
}

const FIGURES = [
  { name: 'as of a block', value: 'Reads' },
  { name: 'unsigned', value: 'Builds' },
  { name: 'no keys', value: 'Holds' },
]
