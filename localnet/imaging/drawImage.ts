import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { startRasterizer } from '../../functions/token/drawing/startRasterizer.ts'
import type { ImageRequest, GivenImage } from './imageRequest.ts'

/**
 * A PNG that follows from the request alone: colours and shapes by the hash of the prompt, and the given images in it, the
 * first in the middle and the second around it.
 */
export async function drawImage({ prompt, size, images }: ImageRequest): Promise<Uint8Array> {
  const rasterize = await startRasterizer(
    readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
  )
  const [width, height] = size === 'auto' ? [1024, 1024] : size.split('x').map(Number)
  return rasterize(svgOf({ prompt, images }, [width ?? 1024, height ?? 1024]), width ?? 1024)
}

function svgOf(
  { prompt, images: [subject, frame] }: Pick<ImageRequest, 'prompt' | 'images'>,
  [width, height]: readonly [number, number],
): string {
  const seed = createHash('sha256').update(prompt).digest()
  const colour = (i: number) => `hsl(${((seed[i] ?? 0) * 360) / 256},65%,${35 + (seed[i + 1] ?? 0) / 8}%)`
  const circles = [0, 1, 2, 3, 4].map((i) => {
    const [x, y, r] = [(seed[3 * i] ?? 0) / 256, (seed[3 * i + 1] ?? 0) / 256, (seed[3 * i + 2] ?? 0) / 256]
    return `<circle cx="${x * width}" cy="${y * height}" r="${(0.05 + r / 4) * width}" fill="${colour(i + 16)}" fill-opacity="0.6"/>`
  })
  const embed = (image: GivenImage | undefined, share: number) =>
    image
      ? `<image x="${((1 - share) / 2) * width}" y="${((1 - share) / 2) * height}" width="${share * width}" height="${share * height}" href="data:${image.contentType};base64,${Buffer.from(image.bytes).toString('base64')}"/>`
      : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${colour(24)}"/><stop offset="1" stop-color="${colour(28)}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#g)"/>${circles.join('')}${embed(frame, 1)}${embed(subject, 0.5)}</svg>`
}
