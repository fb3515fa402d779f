import type { BytesAnswer } from '../../shared/http/handler.ts'
import { readAsset } from './readAsset.ts'
import { typeOf } from './typeOf.ts'

/** The whole document as an answer of an operation. */
export async function readSpec(assets: Fetcher, path: string): Promise<BytesAnswer> {
  const asset = await readAsset(assets, path)
  if (!asset) throw new Error(`${path} is not among the assets`)
  return { bytes: new Uint8Array(await asset.arrayBuffer()), type: typeOf(path) }
}
