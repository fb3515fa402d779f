import path from 'node:path'
import type { Address } from 'viem'
import { bundleWorker } from '../../test/support/bundleWorker.ts'
import { type Script, startScript } from '../startScript.ts'

/** plainWorker.ts in workerd. */
export async function startPlainWorker({ node, multicall }: { node: string; multicall: Address }): Promise<Script> {
  const script = await bundleWorker({ file: path.join(import.meta.dirname, 'plainWorker.ts') })
  return startScript(script, { bindings: { NODE: node, MULTICALL: multicall } })
}
