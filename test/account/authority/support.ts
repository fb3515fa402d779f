import { signRequest } from '@slicekit/erc8128'
import { encodeFunctionData, parseAbi, type Address, type LocalAccount } from 'viem'
import { localProfiles } from '../../../localnet/seed.ts'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { compileSolidity } from '../../../platform/compile.ts'
import { ask } from '../../support/ask.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { type RpcProxy, startRpcProxy } from '../../support/rpcProxy.ts'
import { seeded } from '../../support/seeded.ts'
import {
  accountOf,
  type Answer,
  bearer,
  call,
  dataOf,
  PAGE,
  receiptOf,
  signIn,
  toAnswer,
  writeMessage,
} from '../support.ts'
import { StartedSession } from '../../../schema/account/answers.ts'
import type { SessionScope } from '../../../shared/durable/sessions.ts'

export type AuthorityNet = Awaited<ReturnType<typeof startAuthorityNet>>
export type Headers = Record<string, string>

const ownersAbi = parseAbi([
  'function addOwnerAddress(address owner)',
  'function removeOwnerAtIndex(uint256 index, bytes owner)',
])

/** Families that grant rights, over the local world, with wallets of several owners, and a node that can fail or lie. */
export async function startAuthorityNet(name: string, secondNode?: (anvilUrl: string) => Promise<string>) {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['account', 'workspace', 'image'],
    nodeUrl: async (url) => {
      proxy = await startRpcProxy(url)
      return secondNode ? `${proxy.url},${await secondNode(url)}` : proxy.url
    },
    profiles: localProfiles('0x00000000000000000000000000000000000c0ffe'),
    variables: { TRUSTED_ORIGINS: PAGE, ADMIN_ADDRESSES: addressOf('admin') },
  })
  if (!proxy) throw new Error('there is no node')
  const node = proxy
  const random = seeded(name)
  const own = await compileSolidity({ sources: ['test/support/contracts/OneKeyWallet.sol'] })
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: { ...(await loadArtifacts()), ...own } })
  const { vault, vault2 } = net.world.contracts
  const send = async (from: Address, to: Address, data: `0x${string}`) => {
    await ask(net.rpcUrl, 'anvil_impersonateAccount', from)
    await ask(net.rpcUrl, 'anvil_setBalance', from, '0xde0b6b3a7640000')
    const receipt = await ask(net.rpcUrl, 'eth_sendTransactionSync', { from, to, data, gas: '0x4c4b40' })
    if (typeof receipt !== 'object' || receipt === null || !('status' in receipt) || receipt.status !== '0x1')
      throw new Error(`the transaction reverted: ${JSON.stringify(receipt)}`)
  }
  const request = async (method: string, path: string, headers: Headers = {}, body?: unknown): Promise<Answer> =>
    toAnswer(
      await fetch(`${net.api}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )

  return {
    ...net,
    chain,
    random,
    proxy: node,
    d1: await net.database(),
    vault,
    vault2,
    request,
    get: (path: string, headers: Headers = {}) => request('GET', path, headers),
    post: (path: string, headers: Headers, body: unknown = {}) => request('POST', path, headers, body),
    /** A wallet of several owners (MultiOwnable), each of whose signatures is its own (ERC-1271). */
    async walletOf(...owners: readonly LocalAccount[]): Promise<Address> {
      const wallet = await chain.deploy('ContractWallet', [owners[0]?.address])
      for (const { address } of owners.slice(1)) await this.addOwner(wallet.address, owners[0], address)
      return wallet.address
    },
    addOwner: (wallet: Address, by: LocalAccount | undefined, owner: Address) =>
      send(
        by?.address ?? wallet,
        wallet,
        encodeFunctionData({ abi: ownersAbi, functionName: 'addOwnerAddress', args: [owner] }),
      ),
    removeOwner: (wallet: Address, index: number, owner: LocalAccount) =>
      send(
        wallet,
        wallet,
        encodeFunctionData({
          abi: ownersAbi,
          functionName: 'removeOwnerAtIndex',
          args: [BigInt(index), `0x${owner.address.slice(2).toLowerCase().padStart(64, '0')}`],
        }),
      ),
    /** Makes the newest block final, and nothing else. */
    finalize: () => chain.mine(4, 1),
    send,
    /** Somebody new, signed in with a key. */
    async person() {
      const account = random.account()
      const { token } = await signIn(net.api, account)
      return { account, address: account.address, headers: bearer(token) }
    },
    /** A session as a contract wallet, by the signature of a key. */
    async asWallet(wallet: Address, key: LocalAccount, scope: SessionScope = 'full'): Promise<Headers> {
      const message = await writeMessage(net.api, wallet, {}, scope)
      const answer = await call(net.api, 'verify', { message, signature: await key.signMessage({ message }) })
      return bearer(dataOf(answer, StartedSession).token ?? '')
    },
    /** Links a wallet to the account of a session, by an owner of it. */
    link: (headers: Headers, smartWallet: Address, ownerAddress: Address) =>
      request('POST', '/wallet/confirm-owner', headers, { smartWallet, ownerAddress }),
    /** Gives a wallet a role on the vault, by its owner. */
    async appoint(address: Address, role: 'ADMIN' | 'OPERATOR' | 'VIEWER') {
      const { token } = await signIn(net.api, accountOf(net, 'owner'))
      const body = { vault, action: 'settings.members.set', payload: { address, role } }
      const answer = await request('POST', '/v1/workspace/actions', bearer(token), body)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
    },
    async stop() {
      await net.stop()
      await node.stop()
    },
  }
}

/** An agent whose requests a key signs, in the name of its own address or of a contract wallet. */
export async function agentOf(
  net: Pick<AuthorityNet, 'api' | 'world'>,
  agentId: number,
  key: LocalAccount,
  address: Address = key.address,
) {
  const { receipt } = await receiptOf(net.api, agentId, key, address)
  const signer = {
    address,
    chainId: net.world.chainId,
    signMessage: (raw: Uint8Array) => key.signMessage({ message: { raw } }),
  }
  const plain = (method: string, path: string, body?: unknown): Request =>
    new Request(`${net.api}${path}`, {
      method,
      headers: { 'x-siwa-receipt': receipt },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    address,
    send: async (method: string, path: string, body?: unknown): Promise<Answer> => {
      const signed = await signRequest(plain(method, path, body), signer, { components: ['x-siwa-receipt'] })
      return toAnswer(await fetch(signed))
    },
    bare: async (method: string, path: string, body?: unknown): Promise<Answer> =>
      toAnswer(await fetch(plain(method, path, body))),
  }
}
