import { ask } from './ask.ts'

/** Takes a snapshot of a local node, and gives what takes the node back to it: `beforeEach(() => restorePoint(url))`. */
export async function restorePoint(rpcUrl: string): Promise<() => Promise<void>> {
  const snapshot = await ask(rpcUrl, 'evm_snapshot')
  return () => goBack(rpcUrl, snapshot)
}

/**
 * Takes a local node back to a snapshot. For a moment after its block, anvil counts a transaction as pending too: after a revert in that
 * moment the next transaction gets a nonce that is one too high and waits forever. Throws for a snapshot that is not there.
 */
export async function goBack(rpcUrl: string, snapshot: unknown): Promise<void> {
  await ask(rpcUrl, 'anvil_dropAllTransactions')
  if (!(await ask(rpcUrl, 'evm_revert', snapshot))) throw new Error('the chain does not go back')
}
