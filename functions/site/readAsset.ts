import type { BytesAnswer } from '../../shared/http/handler.ts'
import { typeOf } from './typeOf.ts'

/** Assets are found by their path alone. */
const HOST = 'https://assets.invalid'

/** Reads the static asset at a path, for HEAD without its body. Returns undefined if the path has no asset. */
export async function readAsset(assets: Fetcher, path: string, method = 'GET'): Promise<Response | undefined> {
  const answer = await assets.fetch(`${HOST}${path}`, { method })
  if (answer.ok) return answer
  await answer.body?.cancel()
  if (answer.status === 404) return undefined
  throw new Error(`the asset ${path} answered ${answer.status}`)
}

/** An asset as the answer of an operation. */
export async function readDocument(assets: Fetcher, path: string): Promise<BytesAnswer> {
  const asset = await readAsset(assets, path)
  if (!asset) throw new Error(`${path} is not among the assets`)
  return { bytes: new Uint8Array(await asset.arrayBuffer()), type: typeOf(path) }
}
