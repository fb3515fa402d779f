import { type Address, encodeFunctionData, getAddress } from 'viem'
import { type AccountRole, addressOf } from './accounts.ts'
import { artworkUri, jsonUri } from './documents.ts'
import type { Chain, Contract } from './openChain.ts'

/** An agent of the identity registry. */
export type Agent = { agentId: string; owner: Address }

export type Agents = { identityRegistry: Contract; walletFactory: Contract; wallet: Contract; agents: Agent[] }

/** Two agents: number 0 of the account `agent`, number 1 of a contract wallet that `owner` controls. */
export async function registerAgents(chain: Chain): Promise<Agents> {
  const identityRegistry = await chain.deploy('IdentityRegistry')
  const walletFactory = await chain.deploy('WalletFactory')
  const wallet = await createWallet(chain, walletFactory, 'owner', 0n)
  await chain.send('agent', identityRegistry, 'register', [registration(chain, identityRegistry, 0, 'Lantern')])
  const data = encodeFunctionData({
    ...identityRegistry,
    functionName: 'register',
    args: [registration(chain, identityRegistry, 1, 'Harbour')],
  })
  await chain.send('owner', wallet, 'execute', [identityRegistry.address, 0n, data])
  const agents = [addressOf('agent'), wallet.address].map((owner, index) => ({ agentId: String(index), owner }))
  return { identityRegistry, walletFactory, wallet, agents }
}

/** A contract wallet of an account, at the address that its owner and salt decide. */
async function createWallet(chain: Chain, factory: Contract, role: AccountRole, salt: bigint): Promise<Contract> {
  await chain.send('stranger', factory, 'createWallet', [addressOf(role), salt])
  const address = await chain.read(factory, 'getWalletAddress', [addressOf(role), salt])
  return chain.at('ContractWallet', getAddress(String(address)))
}

/** An agent's registration file (ERC-8004, "Agent URI and Agent Registration File"). */
function registration(chain: Chain, registry: Contract, agentId: number, name: string): string {
  return jsonUri({
    type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
    name,
    description: `${name} watches creator vaults and acts for its owner.`,
    image: artworkUri(name.slice(0, 1), '#1d2b2a', '#d7f5e9'),
    services: [{ name: 'web', endpoint: `https://${name.toLowerCase()}.example` }],
    active: true,
    registrations: [{ agentId, agentRegistry: `eip155:${chain.chainId}:${registry.address}` }],
    supportedTrust: ['reputation'],
  })
}
