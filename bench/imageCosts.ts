import { randomFillSync } from 'node:crypto'
import { ImageAsset, ImageProjectSummary } from '../schema/image/answers.ts'
import { envelope } from '../schema/common.ts'
import { accountOf, bearer, signIn } from '../test/account/support.ts'
import { startLocalnet } from '../test/support/localnet.ts'
import { makePng, rawLength } from '../test/support/pictures.ts'
import { oneConnection } from './client.ts'
import { latency } from './load.ts'
import type { StorageCalls } from './storageWorker.ts'

/** Uploads of each size, with those that warm up: a project has room for 60 images. */
const [TIMES, WARMING] = [30, 20]
/** Sides in pixels of pictures of noise, whose files are of about these lengths. */
const SIDES = { '10 KiB': 50, '1 MiB': 512 } as const

/**
 * The cost of an image, one after the other over one connection: milliseconds, as a ratio to the bare Worker. An upload is also
 * compared with a Worker that reads, hashes and stores the same bytes, and with one that takes them from the same JSON and makes
 * the same storage calls. Each upload is another picture, so all of them are checked and stored; the read is of a file in the bucket.
 */
export async function imageCosts(bare: string, storage: (calls: StorageCalls) => string): Promise<string[][]> {
  const net = await startLocalnet({
    inWorkerd: true,
    families: ['account', 'image'],
    variables: { LIMIT_MULTIPLIER: '1000000' },
  })
  const client = oneConnection()
  try {
    const { token } = await signIn(net.api, accountOf(net, 'owner'))
    const root = `${net.sockets['image']}/image`
    const headers = { 'content-type': 'application/json', ...bearer(token) }
    const post = async (path: string, body: string) => {
      const { status, text } = await client.send(`${root}/${path}`, { method: 'POST', headers, body })
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
      return text
    }
    const steps: Record<string, () => Promise<unknown>> = {}
    for (const [size, side] of Object.entries(SIDES)) {
      const begun = await post('projects/create', JSON.stringify({ name: size }))
      const { projectId } = envelope(ImageProjectSummary).parse(JSON.parse(begun)).data
      const first = await post('assets/upload', uploadOf(projectId, side))
      const { assetId } = envelope(ImageAsset).parse(JSON.parse(first)).data
      const bodies = Array.from({ length: TIMES + WARMING }, () => uploadOf(projectId, side))
      const name = `uploadImageAsset, a PNG of ${size}`
      steps[name] = () => post('assets/upload', bodies.pop() ?? '')
      const file = randomFillSync(Buffer.alloc((4 * side + 1) * side))
      const json = uploadOf(projectId, side)
      const least = (calls: StorageCalls, body: Buffer | string) => () =>
        client.send(storage(calls), { method: 'POST', body })
      Object.assign(steps, { [`${name}: stored`]: least('b', file), [`${name}: called`]: least('orwjw', json) })
      steps[`getImageFile, ${size}`] = async () => {
        const { status } = await client.send(`${root}/files/${assetId}`)
        if (status !== 200) throw new Error(`files: ${status}`)
      }
    }
    const ms: Record<string, number> = await latency({ bare: () => client.send(bare), ...steps }, TIMES)
    const to = (took: number, other: string, digits: number) => {
      const least = ms[other]
      return least === undefined ? '' : (took / least).toFixed(digits)
    }
    return Object.entries(ms)
      .filter(([name]) => !/: (stored|called)$/.test(name))
      .map(([name, took]) => [
        name,
        took.toFixed(2),
        to(took, 'bare', 1),
        to(took, `${name}: stored`, 2),
        to(took, `${name}: called`, 2),
      ])
  } finally {
    client.close()
    await net.stop()
  }
}

/** The request that uploads a picture of noise that nobody has sent before. */
export function uploadOf(projectId: string, side: number): string {
  const raw = randomFillSync(Buffer.alloc(rawLength({ width: side, height: side })))
  const rowBytes = 4 * side + 1
  for (let at = 0; at < raw.length; at += rowBytes) raw[at] = 0
  const data = Buffer.from(makePng({ width: side, height: side, raw })).toString('base64')
  return JSON.stringify({ projectId, role: 'subject', contentType: 'image/png', data })
}
