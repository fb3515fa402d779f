import { type Address, encodeFunctionData, getAddress } from 'viem'
import { type AccountRole, addressOf } from './accounts.ts'
import { jsonUri } from './documents.ts'
import type { Chain, Contract } from './openChain.ts'
import { registrationFile } from './registrationFile.ts'

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

/** An agent's registration file, within its URI. */
const registration = ({ chainId }: Chain, { address }: Contract, agentId: number, name: string): string =>
  jsonUri(registrationFile({ chainId, registry: address, agentId, name }))
