import { toFunctionSelector, type Address, type Hex } from 'viem'
import { openChain } from '../../localnet/world/openChain.ts'
import { compileSolidity } from '../../platform/compile.ts'

/**
 * A contract that answers as the one at `target`, without the functions of these signatures, or, where a signature has
 * data, with that answer.
 */
export async function deployAltered(
  rpcUrl: string,
  target: Address,
  functions: readonly string[] | Readonly<Record<string, Hex>>,
): Promise<Address> {
  const artifacts = await compileSolidity({ sources: ['test/support/contracts/Altered.sol'] })
  const chain = await openChain({ rpcUrl, artifacts })
  const altered = Array.isArray(functions)
    ? functions.map((name): [string, Hex] => [name, '0x'])
    : Object.entries(functions)
  const selectors = altered.map(([signature]) => toFunctionSelector(signature))
  return (await chain.deploy('Altered', [target, selectors, altered.map(([, answer]) => answer)])).address
}
