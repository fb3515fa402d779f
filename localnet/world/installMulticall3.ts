import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Address, isHex } from 'viem'
import { call } from 'viem/actions'
import type { Chain } from './openChain.ts'

/** Address of Multicall3 on nearly every chain (https://github.com/mds1/multicall). */
export const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Puts the canonical Multicall3 at its canonical address; viem contains its creation code without exporting it. */
export async function installMulticall3(chain: Chain): Promise<void> {
  const viem = path.dirname(createRequire(import.meta.url).resolve('viem/package.json'))
  const constants: unknown = await import(pathToFileURL(path.join(viem, '_esm/constants/contracts.js')).href)
  const creation: unknown = Reflect.get(Object(constants), 'multicall3Bytecode')
  if (!isHex(creation)) throw new Error('This version of viem does not contain the code of Multicall3.')
  const { data: code } = await call(chain.client, { data: creation })
  if (!code) throw new Error('The creation code of Multicall3 did not return any code.')
  await chain.setCode(multicall3Address, code)
}
