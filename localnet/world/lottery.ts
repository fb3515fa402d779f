import { type Address, encodeFunctionData, keccak256, parseUnits, stringToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { type AccountRole, addressOf } from './accounts.ts'
import type { Lane } from './deployLane.ts'
import type { Chain, Contract } from './openChain.ts'

/** The lottery, its free way in, and the keys of one room. */
export type Lottery = { lotteryManager: Contract; amoeRouter: Contract; keyToken: Contract; keyPool: Contract }

type Wiring = { registry: Contract; lanes: readonly [Lane, Lane]; gaugeVoting: Contract; wallet: Contract }

const coins = (amount: string) => parseUnits(amount, 18)
const dollars = (amount: string) => parseUnits(amount, 6)

/**
 * The lottery of two lanes: `owner` reports buys, `admin` delivers the random words, `agent` and the contract wallet
 * relay free entries. `voter` stakes three of its keys.
 */
export async function deployLottery(chain: Chain, { registry, lanes, gaugeVoting, wallet }: Wiring): Promise<Lottery> {
  const owner = addressOf('owner')
  const lotteryManager = await chain.deploy('LotteryManager', [registry.address, owner])
  const manager = lotteryManager.address
  const amoeRouter = await chain.deploy('AmoeRouter', [manager, chain.genesis - (chain.genesis % 86_400), owner])
  await chain.send('owner', registry, 'setLotteryManager', [chain.chainId, manager])
  for (const { gaugeController } of lanes) await chain.send('owner', gaugeController, 'setLotteryManager', [manager])
  await chain.send('owner', lotteryManager, 'setAuthorizedSwapCaller', [owner, true])
  await chain.send('owner', lotteryManager, 'setAuthorizedAmoeRelayer', [amoeRouter.address])
  await chain.send('owner', lotteryManager, 'setGaugeVoting', [gaugeVoting.address])
  await chain.send('owner', lotteryManager, 'setVrfCoordinator', [addressOf('admin')])
  for (const relayer of [addressOf('agent'), wallet.address])
    await chain.send('owner', amoeRouter, 'setRelayer', [relayer, true])
  await chain.send('owner', amoeRouter, 'setAttestor', [attestorAddress, false])
  return { lotteryManager, amoeRouter, ...(await openRoom(chain)) }
}

async function openRoom(chain: Chain): Promise<Pick<Lottery, 'keyToken' | 'keyPool'>> {
  const tokenId = 1n
  const keyToken = await chain.deploy('KeyToken', [addressOf('owner')])
  const keyPool = await chain.deploy('KeyStakingPool', [keyToken.address, tokenId])
  await chain.send('owner', keyToken, 'openRoom', [tokenId, addressOf('owner'), keyPool.address])
  for (const role of ['voter', 'bidder'] as const) {
    await chain.send('owner', keyToken, 'mint', [addressOf(role), tokenId, 5n])
    await chain.send(role, keyToken, 'setApprovalForAll', [keyPool.address, true])
    await chain.send(role, keyPool, 'stake', [role === 'voter' ? 3n : 1n])
  }
  return { keyToken, keyPool }
}

/** A day of entries, bought and free; three of them win, the last one from the jackpots of all lanes. */
export async function playLottery(
  chain: Chain,
  { lotteryManager, amoeRouter }: Lottery,
  { lanes: [{ coin }], wallet }: Pick<Wiring, 'lanes' | 'wallet'>,
): Promise<void> {
  const buy = (role: AccountRole, shares: string) =>
    chain.send('owner', lotteryManager, 'processSwapLottery', [addressOf(role), coin.address, coins(shares)])
  const decide = (requestId: bigint, word: bigint) =>
    chain.send('admin', lotteryManager, 'rawFulfillRandomWords', [requestId, [word]])

  await buy('bidder', '20000')
  await decide(1n, 0n)
  await buy('voter', '900000')
  await decide(2n, 999_999n)
  const epoch = await chain.read(amoeRouter, 'currentEpoch')
  const free = (buyer: Address, burn: string, usd: string) => [
    buyer,
    coin.address,
    epoch,
    keccak256(stringToHex(`nonce of ${burn}`)),
    keccak256(stringToHex(`wallet of ${burn}`)),
    keccak256(stringToHex(burn)),
    dollars(usd),
  ]
  await chain.send('agent', amoeRouter, 'relayEntry', free(addressOf('admin'), 'first burn', '5'))
  await decide(3n, 0n)
  const args = free(addressOf('borrower'), 'second burn', '12')
  const data = encodeFunctionData({ ...amoeRouter, functionName: 'relayEntry', args })
  await chain.send('owner', wallet, 'execute', [amoeRouter.address, 0n, data])
  await buy('agent', '500')
  await chain.send('owner', lotteryManager, 'setSingleVaultJackpotOnly', [false])
  await decide(5n, 1n)
  await chain.send('owner', lotteryManager, 'setSingleVaultJackpotOnly', [true])
}

/** The key that attests free entries on the local chain; its router is configured with it. It is public. */
export const attestorKey = keccak256(stringToHex('attestor of the local world'))

export const attestorAddress = privateKeyToAddress(attestorKey)
