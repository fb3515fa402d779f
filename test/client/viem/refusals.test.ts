import { isApiError } from 'creator-vault'
import { creatorVaultActions, NotSentError, RevertedError, SendError } from 'creator-vault/viem'
import {
  type Address,
  ChainMismatchError,
  createClient,
  custom,
  erc20Abi,
  type Hex,
  http,
  UserRejectedRequestError,
} from 'viem'
import { getTransactionCount, readContract, sendTransaction, writeContract } from 'viem/actions'
import { base, foundry, mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AccountRole, addressOf } from '../../../localnet/world/accounts.ts'
import { accountOf } from '../../account/support.ts'
import { chainTime, setTime } from '../../build/support.ts'
import { ask } from '../../support/ask.ts'
import { restorePoint } from '../../support/restorePoint.ts'
import { changing } from './answers.ts'
import { injectedProvider, ProviderError } from './injectedProvider.ts'
import { keyWallet } from './keyWallet.ts'
import { startViemNet } from './startViemNet.ts'
import { useNet } from '../../support/useNet.ts'

const LOCK = { amountDecimal: '1000', durationSec: 31_536_000 }

const net = useNet(() => startViemNet())
beforeEach(() => restorePoint(net.rpcUrl))

const sentBy = (role: AccountRole) =>
  getTransactionCount(createClient({ transport: http(net.rpcUrl) }), { address: addressOf(role) })

/** The error of an action, and how many transactions it has sent all the same. */
async function failureOf(role: AccountRole, action: () => Promise<unknown>): Promise<{ error: unknown; sent: number }> {
  const before = await sentBy(role)
  const error = await action().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { error, sent: (await sentBy(role)) - before }
}

const allowance = (token: Address, spender: Address) =>
  readContract(createClient({ transport: http(net.rpcUrl) }), {
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [addressOf('bidder'), spender],
  })

describe('what speaks against sending', () => {
  it('is an issue: nothing is sent, and the error has what was built', async () => {
    const wallet = await net.withKey('voter')
    const { error, sent } = await failureOf('voter', () => wallet.lock(LOCK))
    expect(error).toBeInstanceOf(NotSentError)
    expect(error).toMatchObject({
      name: 'NotSentError',
      reason: 'issues',
      shortMessage: expect.stringMatching(/^Not sent: already_locked: /),
      issues: [{ code: 'already_locked' }],
      simulation: { status: 'revert' },
      built: { function: 'lock(address,uint256,uint256)' },
      hashes: [],
    })
    expect(sent).toBe(0)
  })

  it('is a simulation that no node could run', async () => {
    const unknown = changing(() => ({ simulation: { status: 'unavailable', blockNumber: null } }))
    const wallet = await net.withKey('bidder', { fetch: unknown })
    const { error, sent } = await failureOf('bidder', () => wallet.lock(LOCK))
    expect(error).toMatchObject({ name: 'NotSentError', reason: 'simulation', issues: [] })
    expect(sent).toBe(0)
  })

  it('is who confirms, after a look at what was built', async () => {
    const wallet = await net.withKey('bidder')
    const seen: string[] = []
    const { error, sent } = await failureOf('bidder', () =>
      wallet.lock(LOCK, { confirm: ({ description }) => seen.push(description) === 0 }),
    )
    expect(error).toMatchObject({ name: 'NotSentError', reason: 'declined' })
    expect(seen).toEqual([expect.stringMatching(/^Lock 1000 ■AURORA/)])
    expect(sent).toBe(0)
  })

  it('security: is an effect that the request does not explain, even with force', async () => {
    const issue = { code: 'unexpected_effect', message: 'the sender loses 7 base units of another token' }
    const wallet = await net.withKey('bidder', { fetch: changing(() => ({ issues: [issue] })) })
    for (const force of [false, true]) {
      const { error, sent } = await failureOf('bidder', () => wallet.lock(LOCK, { force }))
      expect(error).toMatchObject({ name: 'NotSentError', reason: 'issues', issues: [issue] })
      expect(sent).toBe(0)
    }
  })

  it('does not count with force: a trade far from its quote is sent', async () => {
    const wallet = await net.withKey('agent')
    const { usdc: tokenIn, creatorCoin: tokenOut } = net.world.contracts
    const trade = { tokenIn, tokenOut, amount: 1_000_000n, limitAmount: 1 }
    const { error } = await failureOf('agent', () => wallet.swap(trade))
    expect(error).toMatchObject({ name: 'NotSentError', issues: [{ code: 'limit_far_from_quote' }] })
    const { hashes } = await wallet.swap(trade, { force: true })
    const { status } = await wallet.getBuildStatus({ transaction: hashes.at(-1) ?? '0x' })
    expect(status).toBe('mined')
  })
})

describe('what was sent and failed', () => {
  it('reverts, and the API says why', async () => {
    const { wallet } = await net.injected('voter')
    const { error, sent } = await failureOf('voter', () => wallet.unlock({}, { force: true }))
    expect(error).toBeInstanceOf(RevertedError)
    expect(error).toBeInstanceOf(SendError)
    expect(error).toMatchObject({
      name: 'RevertedError',
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      revert: { name: 'LockNotExpired', fix: expect.any(String) },
      shortMessage: expect.stringMatching(/reverted: .*LockNotExpired/),
    })
    expect(sent).toBe(1)
  })

  it('reverts in the middle: what came before it stands, and what follows is not sent', async () => {
    const { shareToken, veToken } = net.world.contracts
    const account = accountOf(net, 'bidder')
    const { wallet } = await net.injected('bidder', {
      async beforeSigning(index) {
        if (index !== 1) return
        // Somebody with the same key takes the approval back.
        const args = [veToken, 0n] as const
        await writeContract(keyWallet(net, account), {
          address: shareToken,
          abi: erc20Abi,
          functionName: 'approve',
          args,
        })
      },
    })
    const { error } = await failureOf('bidder', () => wallet.lock(LOCK))
    expect(error).toMatchObject({
      name: 'RevertedError',
      hashes: [expect.any(String), expect.any(String)],
      revert: { name: 'ERC20InsufficientAllowance' },
    })
    expect(await wallet.getVetokenUser({ address: account.address })).toMatchObject({ hasActiveLock: false })
  })

  it.each([0, 1])('is refused by the user at call %i: earlier ones are named, later ones not sent', async (refused) => {
    const { wallet } = await net.injected('bidder', {
      beforeSigning(index) {
        if (index === refused) throw new ProviderError(4001, 'User rejected the request.')
      },
    })
    const { error, sent } = await failureOf('bidder', () => wallet.lock(LOCK))
    if (!(error instanceof SendError)) throw error
    expect(error.walk((one) => one instanceof UserRejectedRequestError)).not.toBeNull()
    expect(error.shortMessage).toBe(`Call ${refused + 1} of 2 was not sent`)
    expect(error.hashes).toHaveLength(refused)
    expect(sent).toBe(refused)
    // Once the user agrees, only what is missing is sent.
    const again = await (await net.withKey('bidder')).lock(LOCK)
    expect(again.hashes).toHaveLength(2 - refused)
  })

  it('is cancelled in the wallet: the receipt of the other transaction does not count', async () => {
    const { wallet, provider } = await net.injected('bidder')
    await ask(net.rpcUrl, 'evm_setAutomine', false)
    try {
      const failure = failureOf('bidder', () => wallet.lock(LOCK))
      const looks = () => provider.methods.filter((method) => method === 'eth_getTransactionByHash').length
      await expect.poll(looks).toBeGreaterThan(0)
      const nonce = await sentBy('bidder')
      const fee = 10n ** 11n
      await sendTransaction(keyWallet(net, provider.account), {
        to: provider.account.address,
        value: 0n,
        nonce,
        maxFeePerGas: fee,
        maxPriorityFeePerGas: fee,
      })
      await ask(net.rpcUrl, 'evm_mine')
      const { error, sent } = await failure
      expect(error).toMatchObject({ name: 'SendError', shortMessage: 'Call 1 of 2 was cancelled in the wallet' })
      expect(sent).toBe(1)
    } finally {
      await ask(net.rpcUrl, 'evm_setAutomine', true)
    }
  })

  it('expires while the user thinks about the next call', async () => {
    const { wallet } = await net.injected('bidder', {
      async beforeSigning(index) {
        if (index === 0) await setTime(net, (await chainTime(net)) + 8n * 86_400n)
      },
    })
    const { error, sent } = await failureOf('bidder', () => wallet.lock(LOCK))
    expect(error).toMatchObject({ name: 'NotSentError', reason: 'expired', hashes: [expect.any(String)] })
    expect(sent).toBe(1)
  })

  it('is not sent once the signal has aborted', async () => {
    const stop = new AbortController()
    const { wallet } = await net.injected('bidder', { beforeSigning: () => stop.abort(new Error('the page was left')) })
    const { error, sent } = await failureOf('bidder', () => wallet.lock(LOCK, { signal: stop.signal }))
    expect(error).toMatchObject({ name: 'SendError', hashes: [expect.any(String)], details: 'the page was left' })
    expect(sent).toBe(1)
  })
})

describe('before anything is built', () => {
  const account = () => accountOf(net, 'bidder')

  it('a wallet on another chain is refused', async () => {
    const { wallet, provider } = await net.injected('bidder', { chainId: 1 })
    await expect(wallet.lock(LOCK)).rejects.toThrow(ChainMismatchError)
    expect(provider.methods).toEqual(['eth_chainId'])
  })

  it('who is not signed in is refused by the API', async () => {
    const wallet = keyWallet(net, account()).extend(creatorVaultActions({ network: net.network }))
    const { error } = await failureOf('bidder', () => wallet.lock(LOCK))
    expect(isApiError(error) && error.code).toBe('unauthenticated')
  })

  it('a wallet without an account is refused', async () => {
    const client = await net.signedIn(account())
    const wallet = createClient({ chain: foundry, transport: http(net.rpcUrl) }).extend(creatorVaultActions({ client }))
    await expect(wallet.lock(LOCK)).rejects.toThrow(/has no account/)
  })

  it('the network is that of the chain, or a given one for the same chain', () => {
    const on = (chain?: typeof base | typeof mainnet | typeof foundry) =>
      createClient({ ...(chain ? { chain } : {}), transport: custom(injectedProvider(net, 'bidder')) })
    expect(on(base).extend(creatorVaultActions()).vaults.network.chainId).toBe(8453)
    expect(on(foundry).extend(creatorVaultActions()).vaults.network.baseUrl).toBe('http://127.0.0.1:8787/api')
    expect(on().extend(creatorVaultActions(net)).vaults.network).toEqual(net.network)
    expect(() => on(mainnet).extend(creatorVaultActions())).toThrow(/Chain 1 has no preset/)
    expect(() => on().extend(creatorVaultActions())).toThrow(/has no chain/)
    expect(() => on(base).extend(creatorVaultActions(net))).toThrow(/is for chain 31337, the wallet for 8453/)
  })
})

describe('an API that cannot be trusted', () => {
  const stranger: Address = '0x00000000000000000000000000000000000057A6'
  const other: Hex = '0xa9059cbb'
  const callsOf = (built: Record<string, unknown>, change: object) => ({
    calls: { ...Object(built['calls']), ...change },
  })

  it.each<[string, (built: Record<string, unknown>) => object, RegExp]>([
    ['another sender', () => ({ from: stranger }), /not for 0x/],
    ['another sender of the batch', (built) => callsOf(built, { from: stranger }), /calls are for 0x.*57A6, not for/],
    ['another chain', () => ({ chainId: 1 }), /not for chain 31337/],
    ['another chain of the batch', (built) => callsOf(built, { chainId: '0x1' }), /for chain 1, not for chain 31337/],
    ['calls that it does not describe', () => ({ data: other }), /that the answer describes/],
    ['another contract in the calls', () => ({ to: stranger }), /that the answer describes/],
    ['a value that it does not describe', () => ({ value: '1' }), /that the answer describes/],
    ['fewer calls', (built) => callsOf(built, { calls: [] }), /that the answer describes/],
    [
      'one call more',
      (built) =>
        callsOf(built, { calls: [...Object(built['calls']).calls, { to: stranger, data: other, value: '0x0' }] }),
      /that the answer describes/,
    ],
  ])('does not get sent, even with force: %s', async (_what, change, message) => {
    const wallet = await net.withKey('bidder', { fetch: changing(change) })
    const { error, sent } = await failureOf('bidder', () => wallet.lock(LOCK, { force: true }))
    expect(error).toMatchObject({ name: 'NotSentError', reason: 'mismatch', message: expect.stringMatching(message) })
    expect(sent).toBe(0)
  })

  it('does not get a bid sent to another contract than the requested auction', async () => {
    const wallet = await net.withKey('bidder', {
      fetch: changing((built) => {
        const [call] = Object(built['calls']).calls
        return { to: stranger, ...callsOf(built, { calls: [{ ...call, to: stranger }] }) }
      }),
    })
    const { auction } = net.world.contracts
    const bid = { auction, maxPriceQ96: 2n ** 96n, amountDecimal: '0.01', owner: wallet.account.address }
    const { error, sent } = await failureOf('bidder', () => wallet.bid(bid, { force: true }))
    expect(error).toMatchObject({ reason: 'mismatch', message: expect.stringContaining(`not to ${auction}`) })
    expect(sent).toBe(0)
  })

  it('nor does a caller have another account’s calls sent', async () => {
    const wallet = await net.withKey('bidder')
    const smuggled = { ...LOCK, from: addressOf('voter') }
    const { error, sent } = await failureOf('bidder', () => wallet.lock(smuggled, { force: true }))
    expect(error).toMatchObject({ reason: 'mismatch' })
    expect(sent).toBe(0)
  })

  it('does not hide that the approval of a revert stands', async () => {
    const { wallet } = await net.injected('bidder', {
      beforeSigning(index) {
        if (index === 1) throw new ProviderError(4001, 'User rejected the request.')
      },
    })
    const { shareToken, veToken } = net.world.contracts
    await failureOf('bidder', () => wallet.lock(LOCK))
    expect(await allowance(shareToken, veToken)).toBe(10n ** 21n)
  })
})
