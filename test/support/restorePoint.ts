import { ask } from './ask.ts'

/** Takes a snapshot of a local node, and gives what takes the node back to it: `beforeEach(() => restorePoint(url))`. */
export async function restorePoint(rpcUrl: string): Promise<() => Promise<unknown>> {
  const snapshot = await ask(rpcUrl, 'evm_snapshot')
  return () => ask(rpcUrl, 'evm_revert', snapshot)
}
