import { readFileSync } from 'node:fs'
import path from 'node:path'
import { clientParameters, type ExampleCall } from '../exampleCall.ts'
import { literal, TYPESCRIPT } from './literal.ts'
import { networkOf } from './typescript.ts'

/** Its values exist only once the client is generated; its names are all that is needed. */
const FILE = path.resolve(import.meta.dirname, '../../../../../client/viem/namedBuilders.ts')

/** Chains by the names that viem gives them. */
const CHAINS: Readonly<Record<number, string>> = { 8453: 'base', 84532: 'baseSepolia', 31337: 'foundry' }

/** Actions of a wallet client by the builders that they send. */
let actions: ReadonlyMap<string, string> | undefined
function readActions(): ReadonlyMap<string, string> {
  const named = [...readFileSync(FILE, 'utf8').matchAll(/^ {2}(\w+): \{ (\w+) \},$/gm)]
  if (named.length === 0) throw new Error(`${FILE}: has no actions`)
  return new Map(named.map(([, action = '', builder = '']) => [builder, action]))
}

/** The example call as an action of a wallet client of viem, which builds, checks and sends; undefined if it is none. */
export function viemSample(call: ExampleCall): string | undefined {
  const action = (actions ??= readActions()).get(call.operation.operationId)
  const { from: _from, chainId: _chainId, ...args } = clientParameters(call)
  // Its example is the step before, which sends nothing.
  if (action === undefined || (action === 'setAgentWallet' && args['action'] !== 'encode')) return undefined
  const chain = CHAINS[call.chainId] ?? 'mainnet'
  const given = Object.keys(args).length === 0 ? '' : literal(args, TYPESCRIPT)
  return [
    `import { creatorVaultActions } from 'creator-vault/viem'`,
    `import { createWalletClient, http } from 'viem'`,
    `import { ${chain} } from 'viem/chains'`,
    '',
    `const network = ${networkOf(call)}`,
    `const wallet = createWalletClient({ account, chain: ${chain}, transport: http() }).extend(`,
    '  creatorVaultActions({ network }),',
    ')',
    'await wallet.signIn()',
    '',
    `const { hashes, blockNumber } = await wallet.${action}(${given})`,
    'console.log(hashes, blockNumber)',
  ].join('\n')
}
