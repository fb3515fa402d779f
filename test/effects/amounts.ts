import { Interface } from 'ethers'
import type { Address, Hex } from 'viem'
import type { Effect } from '../../shared/calldata/changes.ts'
import { ask } from '../support/ask.ts'

/** The views by which another library than the builders' reads the amounts of effects. */
const views = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'function getLock(address) view returns (uint256 amount, uint256 end)',
  'function getUserVotes(address) view returns (address[] vaults, uint256[] weights)',
  'function nextBidId() view returns (uint256)',
  'function bids(uint256) view returns (uint64, uint24, uint64, uint256, address, uint256, uint256 tokensFilled)',
  'function borrowerInfo(address pool, address borrower) view returns (uint256 debt, uint256 collateral, uint256)',
])
const permit2Views = new Interface([
  'function allowance(address, address, address) view returns (uint160 amount, uint48 expiration, uint48)',
])

interface Where {
  readonly rpcUrl: string
  readonly permit2: Address
  readonly lendpoolInfo: Address
}

/** A block, and the time at which it is read (unix seconds) if that is another. */
interface At {
  readonly block: Hex | 'latest'
  readonly time?: Hex
}

/** The amount of an effect, now or at a block, as the node itself says. */
export async function amountOf(
  { rpcUrl, permit2, lendpoolInfo }: Where,
  { kind, address, contract, spender, id }: Pick<Effect, 'kind' | 'address' | 'contract' | 'spender' | 'id'>,
  at: At = { block: 'latest' },
): Promise<bigint> {
  if (kind === 'native') return BigInt(String(await ask(rpcUrl, 'eth_getBalance', address, at.block)))
  const when = at.time === undefined ? [at.block] : [at.block, {}, { time: at.time }]
  const call = async (abi: Interface, to: string | null, name: string, args: readonly unknown[]) =>
    abi.decodeFunctionResult(
      name,
      String(await ask(rpcUrl, 'eth_call', { to, data: abi.encodeFunctionData(name, args) }, ...when)),
    )
  const first = async (...args: Parameters<typeof call>) => BigInt((await call(...args))[0])
  switch (kind) {
    case 'token':
      return first(views, contract, 'balanceOf', [address])
    case 'allowance':
      return first(views, contract, 'allowance', [address, spender])
    case 'permit2_allowance':
      return first(permit2Views, permit2, 'allowance', [address, contract, spender])
    case 'lock':
      return first(views, contract, 'getLock', [address])
    case 'bid':
      return id === null
        ? first(views, contract, 'nextBidId', [])
        : BigInt((await call(views, contract, 'bids', [id]))['tokensFilled'])
    case 'vote': {
      const [vaults, weights] = await call(views, contract, 'getUserVotes', [address])
      const listed: readonly string[] = [...vaults]
      const found = listed.findIndex((vault) => vault.toLowerCase() === id?.toLowerCase())
      return found < 0 ? 0n : BigInt(weights[found])
    }
    case 'debt':
    case 'collateral':
      return BigInt((await call(views, lendpoolInfo, 'borrowerInfo', [contract, address]))[kind])
  }
}

/** Tokens of an account that logs of ERC-20 and ERC-721 say moved, by contract. */
export const movedTokens = (
  logs: readonly { address: Address; topics: readonly Hex[] }[],
  account: Address,
): Set<Address> => {
  const own = account.slice(2).toLowerCase().padStart(64, '0')
  return new Set(
    logs
      .filter(
        ({ topics: [topic, from, to] }) =>
          topic === '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef' &&
          [from, to].some((one) => one?.slice(2).toLowerCase() === own),
      )
      .map(({ address }) => address),
  )
}
