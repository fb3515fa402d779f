import { DuplicateIdError, type Address, createClient, erc20Abi, http, UserRejectedRequestError } from 'viem'
import { readContract } from 'viem/actions'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { SendError } from 'creator-vault/viem'
import { leaveFreeze } from '../../build/support.ts'
import { restorePoint } from '../../support/restorePoint.ts'
import { ProviderError } from './injectedProvider.ts'
import { startViemNet } from './startViemNet.ts'
import { useNet } from '../../support/useNet.ts'

const LOCK = { amountDecimal: '1000', durationSec: 31_536_000 }
const SENDING = ['wallet_sendCalls', 'eth_sendTransaction']

const net = useNet(() => startViemNet())
beforeEach(() => restorePoint(net.rpcUrl))

const sendingOf = (methods: readonly string[]) => methods.filter((method) => SENDING.includes(method))
const allowance = (owner: Address) =>
  readContract(createClient({ transport: http(net.rpcUrl) }), {
    address: net.world.contracts.shareToken,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, net.world.contracts.veToken],
  })

describe('a wallet that takes batches (EIP-5792)', () => {
  it.each(['supported', 'ready'] as const)('locks in one transaction, atomic batches %s', async (atomic) => {
    const { wallet, provider } = await net.injected('bidder', { atomic })
    const { built, hashes, callsId, blockNumber } = await wallet.lock(LOCK)
    expect(built.calls.calls).toHaveLength(2)
    expect(hashes).toHaveLength(1)
    expect(callsId).toBe(built.calls.id)
    expect(sendingOf(provider.methods)).toEqual(['wallet_sendCalls'])
    const { lock, asOf } = await wallet.getVetokenUser({ address: addressOf('bidder') })
    expect(lock?.amount).toBe(String(10n ** 21n))
    expect(BigInt(asOf.blockNumber)).toBeGreaterThanOrEqual(blockNumber)
  })

  it('sends one by one what must be atomic and cannot be, and a single call as a batch', async () => {
    const { wallet, provider } = await net.injected('bidder', { atomic: 'unsupported' })
    expect((await wallet.lock(LOCK)).hashes).toHaveLength(2)
    expect(sendingOf(provider.methods)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    const { lock } = await wallet.getVetokenUser({ address: addressOf('bidder') })
    const { callsId } = await wallet.extendLock({ newEnd: BigInt(lock?.end ?? 0) + 604_800n })
    expect(callsId).toBeDefined()
    expect(sendingOf(provider.methods)).toHaveLength(3)
  })

  it('reverts as a whole: nothing of it stands', async () => {
    const { wallet } = await net.injected('voter', { atomic: 'supported' })
    const before = await allowance(addressOf('voter'))
    const failure = wallet.lock(LOCK, { force: true })
    await expect(failure).rejects.toMatchObject({
      name: 'RevertedError',
      hash: expect.stringMatching(/^0x/),
      callsId: expect.stringMatching(/^0x/),
    })
    expect(await allowance(addressOf('voter'))).toBe(before)
  })

  it('is refused by the user: nothing is sent', async () => {
    const { wallet, provider } = await net.injected('bidder', {
      atomic: 'supported',
      beforeSigning() {
        throw new ProviderError(4001, 'User rejected the request.')
      },
    })
    const error = await wallet.lock(LOCK).catch((thrown: unknown) => thrown)
    if (!(error instanceof SendError)) throw error
    expect(error.walk((one) => one instanceof UserRejectedRequestError)).not.toBeNull()
    expect(error).toMatchObject({ hashes: [], callsId: undefined, shortMessage: 'The calls were not sent' })
    expect(sendingOf(provider.methods)).toEqual(['wallet_sendCalls'])
  })

  it('sends the same request with the same key once', async () => {
    const { wallet } = await net.injected('voter', { atomic: 'supported' })
    const ballot = { vaults: [net.world.contracts.vault], weights: [1] }
    const idempotencyKey = 'a-vote'
    await leaveFreeze(net)
    await wallet.vote(ballot, { idempotencyKey })
    const error = await wallet.vote(ballot, { idempotencyKey }).catch((thrown: unknown) => thrown)
    if (!(error instanceof SendError)) throw error
    expect(error.walk((one) => one instanceof DuplicateIdError)).not.toBeNull()
    await wallet.vote(ballot)
  })
})

describe('actions at the same time', () => {
  it('take turns: the second lock is built on the first, and refused', async () => {
    const wallet = await net.withKey('bidder')
    const outcomes = await Promise.allSettled([wallet.lock(LOCK), wallet.lock(LOCK)])
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { name: 'NotSentError', issues: [{ code: 'already_locked' }] } },
    ])
  })

  it('take turns after a failure too, each with a nonce of its own', async () => {
    const wallet = await net.withKey('voter')
    const { lock } = await wallet.getVetokenUser({ address: addressOf('voter') })
    const outcomes = await Promise.allSettled([
      wallet.increaseLock({ amount: 1 }),
      wallet.unlock(),
      wallet.increaseLock({ amount: 2n }),
      wallet.vote({ vaults: [net.world.contracts.vault], weights: ['1'] }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', expect.any(String)])
    const after = (await wallet.getVetokenUser({ address: addressOf('voter') })).lock
    expect(BigInt(after?.amount ?? 0) - BigInt(lock?.amount ?? 0)).toBe(3n)
  })
})
