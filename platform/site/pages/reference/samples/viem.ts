import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Json } from '../../../../json.ts'
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

/** The example call as an action of a client of viem: a builder also checks and sends, a public read reads; undefined for any other. */
export function viemSample(call: ExampleCall): string | undefined {
  return isPublicRead(call) ? readSample(call) : buildSample(call)
}

/** Reads that the extension of viem has by their names. */
const isPublicRead = ({ operation }: ExampleCall): boolean =>
  operation.method === 'get' && operation['x-answer'] === 'envelope' && !operation.security?.length

function readSample(call: ExampleCall): string {
  const chain = chainOf(call)
  return [
    `import { creatorVaultActions } from 'creator-vault/viem'`,
    `import { createPublicClient, http } from 'viem'`,
    `import { ${chain} } from 'viem/chains'`,
    '',
    `const network = ${networkOf(call)}`,
    `const client = createPublicClient({ chain: ${chain}, transport: http() }).extend(`,
    '  creatorVaultActions({ network }),',
    ')',
    '',
    `console.log(await client.${call.operation.operationId}(${argumentsOf(clientParameters(call))}))`,
  ].join('\n')
}

const chainOf = ({ chainId }: ExampleCall): string => CHAINS[chainId] ?? 'mainnet'
const argumentsOf = (args: Json): string => (Object.keys(args).length === 0 ? '' : literal(args, TYPESCRIPT))

function buildSample(call: ExampleCall): string | undefined {
  const action = (actions ??= readActions()).get(call.operation.operationId)
  const { from: _from, chainId: _chainId, ...args } = clientParameters(call)
  // Its example is the step before, which sends nothing.
  if (action === undefined || (action === 'setAgentWallet' && args['action'] !== 'encode')) return undefined
  const chain = chainOf(call)
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
    `const { hashes, blockNumber } = await wallet.${action}(${argumentsOf(args)})`,
    'console.log(hashes, blockNumber)',
  ].join('\n')
}
