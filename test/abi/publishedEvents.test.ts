import { id, Interface, Wallet } from 'ethers'
import { decodeEventLog, getAddress, parseAbi, toEventSelector, type Abi, type Address, type Hex } from 'viem'
import { describe, expect, it, test } from 'vitest'
import * as z from 'zod'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import type { World } from '../../localnet/world/buildWorld.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import { auctionAbi, launchArmAbi } from '../../shared/domain/auction/auctionAbi.ts'
import { contractErrors } from '../../shared/calldata/contractErrors.ts'
import { erc3009Abi } from '../../functions/agents/review/payment/erc3009.ts'
import { lendpoolAbi, lendpoolFactoryAbi, vaultAuthAbi } from '../../shared/domain/lendpool/lendpoolAbi.ts'
import { uniswapV3PoolAbi } from '../../shared/abi/uniswapV3.ts'
import { decodeRevert } from '../../shared/calldata/decodeRevert.ts'
import { ask } from '../support/ask.ts'
import { prepared, useBorrowedWorld } from '../support/useNet.ts'

const { anvil, world } = useBorrowedWorld()
const chain = prepared(async () => openChain({ rpcUrl: anvil.url, artifacts: await loadArtifacts() }))

interface Published {
  readonly signature: string
  readonly abi: Abi
  /** Compiled contract of the local world that emits it. */
  readonly contract: string
  readonly address: () => Address
}

const at = (role: keyof World['contracts']) => () => world.contracts[role]

/** Events as the contracts' publishers write them. */
const EVENTS: readonly Published[] = [
  {
    signature: 'CheckpointUpdated(uint256 blockNumber, uint256 clearingPrice, uint24 cumulativeMps)',
    abi: auctionAbi,
    contract: 'ContinuousClearingAuction',
    address: at('auction'),
  },
  {
    signature: 'ClearingPriceUpdated(uint256 blockNumber, uint256 clearingPrice)',
    abi: auctionAbi,
    contract: 'ContinuousClearingAuction',
    address: at('auctionGraduated'),
  },
  {
    signature: 'TokensReceived(uint256 totalSupply)',
    abi: auctionAbi,
    contract: 'ContinuousClearingAuction',
    address: at('auction'),
  },
  {
    signature: 'CurrencySwept(address indexed fundsRecipient, uint256 currencyAmount)',
    abi: auctionAbi,
    contract: 'ContinuousClearingAuction',
    address: at('auctionGraduated'),
  },
  {
    signature: 'AuctionCreated(address indexed auction, address indexed token, uint256 amount, bytes configData)',
    abi: parseAbi([
      'event AuctionCreated(address indexed auction, address indexed token, uint256 amount, bytes configData)',
    ]),
    contract: 'AuctionFactory',
    address: at('auctionFactory'),
  },
  {
    signature:
      'AuctionCreated(address indexed auction, address indexed token, uint256 totalSupply, uint64 startBlock, uint64 endBlock)',
    abi: launchArmAbi,
    contract: 'LaunchArm',
    address: at('launchArm'),
  },
  {
    signature: 'LifecyclePhaseChanged(address indexed auction, uint8 phase)',
    abi: launchArmAbi,
    contract: 'LaunchArm',
    address: at('launchArm'),
  },
  {
    signature: 'AuctionGraduated(address indexed auction, uint256 currencyRaised, uint256 finalPrice)',
    abi: launchArmAbi,
    contract: 'LaunchArm',
    address: at('launchArm'),
  },
  {
    signature: 'DrawDebt(address indexed borrower, uint256 amountBorrowed, uint256 collateralPledged, uint256 lup)',
    abi: lendpoolAbi,
    contract: 'LendingPool',
    address: at('lendpool'),
  },
  {
    signature: 'RepayDebt(address indexed borrower, uint256 quoteRepaid, uint256 collateralPulled, uint256 lup)',
    abi: lendpoolAbi,
    contract: 'LendingPool',
    address: at('lendpool'),
  },
  {
    signature:
      'AddQuoteToken(address indexed lender, uint256 indexed index, uint256 amount, uint256 lpAwarded, uint256 lup)',
    abi: lendpoolAbi,
    contract: 'LendingPool',
    address: at('lendpool'),
  },
  {
    signature: 'PoolCreated(address pool, bytes32 subsetHash)',
    abi: lendpoolFactoryAbi,
    contract: 'LendingPoolFactory',
    address: at('lendpoolFactory'),
  },
  {
    signature: 'MinBucketIndexSet(uint256 minBucketIndex)',
    abi: vaultAuthAbi,
    contract: 'VaultAuth',
    address: at('lendpoolAuth'),
  },
  {
    signature:
      'Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
    abi: uniswapV3PoolAbi,
    contract: 'UniswapV3Pool',
    address: at('v3Pool'),
  },
]

const Logs = z.array(z.object({ topics: z.array(z.string()), data: z.string() }))
const hex = (text: string): Hex => `0x${text.replace(/^0x/, '')}`

describe.each(EVENTS)('$signature', ({ signature, abi, contract, address }) => {
  const fragment = new Interface([`event ${signature}`]).fragments[0]
  const topic = id(fragment?.format('sighash') ?? '')

  it('is in the ABI of its contract by its topic, and in the compiled one', async () => {
    const topicsOf = (items: Abi) => items.flatMap((item) => (item.type === 'event' ? toEventSelector(item) : []))
    expect(topicsOf(abi)).toContain(topic)
    expect(topicsOf((await loadArtifacts())[contract]?.abi ?? [])).toContain(topic)
  })

  it('is emitted in the local world, and decodes', async () => {
    const filter = { address: address(), topics: [topic], fromBlock: '0x0' }
    const logs = Logs.parse(await ask(anvil.url, 'eth_getLogs', filter))
    expect(logs).not.toEqual([])
    const decoder = new Interface([`event ${signature}`])
    for (const { topics, data } of logs.slice(0, 5)) {
      const [first = '0x', ...indexed] = topics.map(hex)
      const { args, eventName } = decodeEventLog({ abi, topics: [first, ...indexed], data: hex(data), strict: true })
      const theirs = decoder.parseLog({ topics, data })
      expect(eventName).toBe(theirs?.name)
      expect(plain(Object.values(args ?? {}))).toEqual(plain(theirs?.args.toArray() ?? []))
    }
  })
})

const plain = (values: readonly unknown[]): string[] => values.map((value) => String(value).toLowerCase()).sort()

test('the use of a signed transfer is an event of dollars (EIP-3009)', async () => {
  const usdc = chain.at('Usdc', world.contracts.usdc)
  const nonce = `0x${'ab'.repeat(32)}`
  const [from, to] = [addressOf('owner'), addressOf('stranger')]
  const message = { from, to, value: 1n, validAfter: 0n, validBefore: 10n ** 12n, nonce }
  const account = world.accounts.find(({ role }) => role === 'owner')
  if (!account) throw new Error('no owner')
  const signature = await new Wallet(account.privateKey).signTypedData(
    { name: 'USD Coin', version: '2', chainId: world.chainId, verifyingContract: usdc.address },
    {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    message,
  )
  await chain.send('owner', usdc, 'mint', [from, 1n])
  const { logs } = await chain.send(
    'stranger',
    { ...usdc, abi: usdc.abi.filter((item) => !('inputs' in item) || item.inputs.length !== 9) },
    'transferWithAuthorization',
    [from, to, 1n, 0n, 10n ** 12n, nonce, signature],
  )
  const used = logs.find(({ topics }) => topics[0] === id('AuthorizationUsed(address,bytes32)'))
  expect(used && decodeEventLog({ abi: erc3009Abi, topics: used.topics, data: used.data })).toMatchObject({
    eventName: 'AuthorizationUsed',
    args: { authorizer: getAddress(from), nonce },
  })
})

test('an agent that does not exist is recognised by the name of its error (ERC-721)', async () => {
  const data = new Interface(['error ERC721NonexistentToken(uint256 tokenId)']).encodeErrorResult(
    'ERC721NonexistentToken',
    [7n],
  )
  expect(decodeRevert(hex(data))).toMatchObject({
    name: 'ERC721NonexistentToken',
    args: { tokenId: '7' },
    message: 'ERC721NonexistentToken(tokenId 7)',
  })
  const registry = chain.at('IdentityRegistry', world.contracts.identityRegistry)
  await expect(chain.read(registry, 'ownerOf', [10n ** 9n])).rejects.toThrow('ERC721NonexistentToken')
})

test('a claim of more than is free reverts with an error without arguments', () => {
  expect(decodeRevert(hex(id('InsufficientCapacity()').slice(0, 10)))).toMatchObject({
    name: 'InsufficientCapacity',
    args: {},
  })
  const named = contractErrors.flatMap((item) => ('name' in item && item.name === 'InsufficientCapacity' ? item : []))
  expect(named).toHaveLength(1)
})
