import { encodeAbiParameters, encodePacked, getAddress, zeroAddress, type Address } from 'viem'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { floorOf } from '../../../localnet/world/auctions.ts'
import type { World } from '../../../localnet/world/buildWorld.ts'
import { deployAltered } from '../../support/deployAltered.ts'
import type { Chain, Contract } from '../../../localnet/world/openChain.ts'

export const FLOOR = 10n ** 14n
/** In Q96: the floor, and the hundredth of it that all prices are multiples of. */
export const FLOOR_Q96 = floorOf(FLOOR)
export const SPACING = FLOOR_Q96 / 100n

const SUPPLY = 10n ** 21n

const terms = [
  {
    type: 'tuple',
    components: [
      { name: 'currency', type: 'address' },
      { name: 'tokensRecipient', type: 'address' },
      { name: 'fundsRecipient', type: 'address' },
      { name: 'startBlock', type: 'uint64' },
      { name: 'endBlock', type: 'uint64' },
      { name: 'claimBlock', type: 'uint64' },
      { name: 'tickSpacing', type: 'uint256' },
      { name: 'validationHook', type: 'address' },
      { name: 'floorPrice', type: 'uint256' },
      { name: 'requiredCurrencyRaised', type: 'uint128' },
      { name: 'auctionStepsData', type: 'bytes' },
    ],
  },
] as const

let salts = 0n
const opened: Address[] = []
const addressesOf = (list: unknown) => (Array.isArray(list) ? list.map((one) => getAddress(String(one))) : [])

/**
 * An auction of 1000 share tokens for ether, which begins at the next block but `delay`, with or without its tokens. It is
 * a past one of the vault’s launch arm, which otherwise answers as before.
 */
export async function openAuction(
  chain: Chain,
  { contracts }: World,
  {
    delay = 0,
    steps = [[10, 1_000_000]],
    hook = zeroAddress,
    hasTokens = true,
  }: {
    delay?: number
    steps?: readonly (readonly [mps: number, blocks: number])[]
    hook?: Address
    hasTokens?: boolean
  } = {},
): Promise<Contract> {
  const factory = chain.at('AuctionFactory', contracts.auctionFactory)
  const token = chain.at('ShareToken', contracts.shareToken)
  // The factory's transaction, the tokens, the word that they are there, and the launch arm come before the first block.
  const startBlock = Number((await chain.latest()).number) + 6 + delay
  const endBlock = BigInt(startBlock + steps.reduce((sum, [, blocks]) => sum + blocks, 0))
  const words = steps.map((step) => encodePacked(['uint24', 'uint40'], [...step]).slice(2))
  const config = encodeAbiParameters(terms, [
    {
      currency: zeroAddress,
      tokensRecipient: addressOf('owner'),
      fundsRecipient: addressOf('owner'),
      startBlock: BigInt(startBlock),
      endBlock,
      claimBlock: endBlock,
      tickSpacing: SPACING,
      validationHook: hook,
      floorPrice: FLOOR_Q96,
      requiredCurrencyRaised: 0n,
      auctionStepsData: `0x${words.join('')}`,
    },
  ])
  const args = [token.address, SUPPLY, config, `0x${(++salts).toString(16).padStart(64, '0')}`]
  const address = getAddress(String(await chain.read(factory, 'getAuctionAddress', [...args, addressOf('owner')])))
  await chain.send('owner', factory, 'initializeDistribution', args)
  const auction = chain.at('ContinuousClearingAuction', address)
  if (hasTokens) {
    await chain.send('owner', token, 'transfer', [address, SUPPLY])
    await chain.send('owner', auction, 'onTokensReceived')
  } else await chain.mine(2, 1)
  opened.push(address)
  const past = await chain.read(chain.at('LaunchArm', contracts.launchArm), 'getPastAuctions')
  const arm = await deployAltered(chain.rpcUrl, contracts.launchArm, {
    'getPastAuctions()': encodeAbiParameters([{ type: 'address[]' }], [[...addressesOf(past), ...opened]]),
  })
  await chain.send('owner', chain.at('CreatorVault', contracts.vault), 'setCcaLaunchArm', [arm])
  return auction
}
