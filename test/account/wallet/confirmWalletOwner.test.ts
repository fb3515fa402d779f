import { encodeFunctionData, numberToHex, type Address, type LocalAccount } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedAccounts } from '../../../localnet/seed.ts'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { OwnerConfirmation } from '../../../schema/account/walletAnswers.ts'
import { multiOwnableAbi } from '../../../shared/abi/multiOwnable.ts'
import { createAccountWallets, MOST_WALLETS } from '../../../shared/store/accountWallets.ts'
import { seeded } from '../../support/seeded.ts'
import { accountOf, bearer, dataOf, me, requestsWith, signIn, startAccountNet } from '../support.ts'
import { openFactory, post } from './support.ts'
import { prepared, useNet, useRpcProxy } from '../../support/useNet.ts'

const proxy = useRpcProxy()
let factory: Awaited<ReturnType<typeof openFactory>>
const random = seeded('owners')
const net = useNet(() => startAccountNet({ nodeUrl: proxy.nodeUrl }))
const d1 = prepared(() => net.database())
beforeAll(async () => {
  factory = await openFactory(net)
})

/** Somebody who is signed in, and the address of a smart wallet of theirs that is not there yet. */
async function newcomer() {
  const account: LocalAccount = random.account()
  const { token } = await signIn(net.api, account)
  const headers = bearer(token)
  const smartWallet = await factory.addressOf(account.address, 1n)
  return {
    account,
    headers,
    smartWallet,
    make: () => factory.create(account.address, 1n),
    confirm: (body: object = {}) =>
      post(net.api, 'confirm-owner', { smartWallet, ownerAddress: account.address, ...body }, headers),
  }
}
const walletsOf = async (headers: Record<string, string>) => (await me(net.api, headers)).account
/** A transaction that `stranger` sends to a wallet of somebody else, which reverts. */
const revertingTx = async (to: Address): Promise<string> => {
  const data = encodeFunctionData({ abi: multiOwnableAbi, functionName: 'addOwnerAddress', args: [to] })
  const transaction = { from: addressOf('stranger'), to, data, gas: numberToHex(200_000) }
  const receipt = await factory.chain.client.request({ method: 'eth_sendTransactionSync', params: [transaction] })
  expect(receipt.status).toBe('0x0')
  return receipt.transactionHash
}

describe('happy', () => {
  test('a smart wallet becomes the canonical one once it is there, in one request, and again changes nothing', async () => {
    const { account, headers, smartWallet, make, confirm } = await newcomer()
    expect(dataOf(await confirm(), OwnerConfirmation)).toMatchObject({
      status: 'owner_not_found_yet',
      isWalletReadable: false,
      linked: false,
      canonicalWallet: account.address,
    })
    const { transactionHash: txHash } = await make()
    for (let times = 0; times < 2; times++) {
      proxy.reset()
      const answer = await confirm({ txHash })
      expect(dataOf(answer, OwnerConfirmation)).toMatchObject({
        status: 'owner_confirmed',
        isWalletReadable: true,
        linked: true,
        canonicalWallet: smartWallet,
        asOf: { chainId: net.world.chainId, source: 'rpc' },
      })
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(requestsWith(proxy, smartWallet)).toBe(1)
    }
    expect(await walletsOf(headers)).toMatchObject({
      canonicalWallet: smartWallet,
      wallets: expect.arrayContaining([
        { address: account.address, kind: 'owner' },
        { address: smartWallet, kind: 'smart' },
      ]),
    })
  })

  test('a second smart wallet is linked, and the first stays canonical', async () => {
    const { account, make, confirm, smartWallet } = await newcomer()
    await make()
    await factory.create(account.address, 2n)
    await confirm()
    const second = await factory.addressOf(account.address, 2n)
    expect(dataOf(await confirm({ smartWallet: second }), OwnerConfirmation)).toMatchObject({
      linked: true,
      canonicalWallet: smartWallet,
    })
  })

  test('a transaction that is not mined is pending, one that reverted failed, one that did something else says nothing', async () => {
    const { confirm } = await newcomer()
    const status = async (txHash: string) => dataOf(await confirm({ txHash }), OwnerConfirmation).status
    expect(await status(`0x${'ab'.repeat(32)}`)).toBe('pending_tx')
    expect(await status(await revertingTx(net.world.contracts.wallet))).toBe('tx_failed')
    const { transactionHash } = await factory.create(random.account().address, 1n)
    expect(await status(transactionHash)).toBe('owner_not_found_yet')
  })
})

describe('error', () => {
  test.each([{ smartWallet: `0x${'0'.repeat(40)}` }, { txHash: '0x12' }])(
    'what is malformed (%o) is 400',
    async (body) => {
      const { confirm } = await newcomer()
      expect(await confirm(body)).toMatchObject({ status: 400, code: 'invalid_request' })
    },
  )

  test('a node that is down, or does not say whether there is a receipt, is an outage', async () => {
    const { confirm } = await newcomer()
    proxy.mode = 'drop'
    expect(await confirm()).toMatchObject({ status: 502, code: 'upstream_failed' })
    proxy.reset()
    proxy.mode = { refuse: ({ method }) => method === 'eth_getTransactionReceipt' }
    expect(await confirm({ txHash: `0x${'ab'.repeat(32)}` })).toMatchObject({ status: 502, code: 'upstream_failed' })
    proxy.mode = { replies: ({ method }) => (method === 'eth_getTransactionReceipt' ? { result: {} } : undefined) }
    expect(await confirm({ txHash: `0x${'ab'.repeat(32)}` })).toMatchObject({ status: 502, code: 'upstream_failed' })
    proxy.reset()
  })

  test('an account with as many wallets as it may have gets no more', async () => {
    const { headers, make, confirm, account } = await newcomer()
    await make()
    const row = await d1
      .prepare('select profile_id as id from profile_wallets where address = ?')
      .bind(account.address.toLowerCase())
      .first<{ id: string }>()
    const others = Array.from({ length: MOST_WALLETS - 1 }, () => random.account().address.toLowerCase())
    await d1
      .prepare(
        `insert into profile_wallets (address, profile_id, kind, canonical, linked_at)
         select value, ?, 'owner', 0, 1 from json_each(?)`,
      )
      .bind(row?.id ?? '', JSON.stringify(others))
      .run()
    expect(await confirm()).toMatchObject({ status: 409, code: 'wallet_limit_reached' })
    expect((await walletsOf(headers))?.canonicalWallet).toBe(account.address)
  })
})

describe('security', () => {
  test('an owner that the account has not proven is refused without a request to a node', async () => {
    const { headers, confirm } = await newcomer()
    const { wallet } = net.world.contracts
    proxy.reset()
    const owner = accountOf(net, 'owner').address
    expect(await confirm({ smartWallet: wallet, ownerAddress: owner })).toMatchObject({
      status: 403,
      code: 'wallet_authority_mismatch',
    })
    expect(requestsWith(proxy, wallet)).toBe(0)
    expect((await walletsOf(headers))?.wallets).toHaveLength(1)
  })

  test('a wallet that somebody else owns is not linked', async () => {
    const { confirm } = await newcomer()
    expect(dataOf(await confirm({ smartWallet: net.world.contracts.wallet }), OwnerConfirmation)).toMatchObject({
      status: 'owner_not_found_yet',
      isWalletReadable: true,
      linked: false,
    })
  })

  test('a contract that calls everybody its owner is nobody’s', async () => {
    const { headers, confirm } = await newcomer()
    const smartWallet = random.account().address
    // PUSH1 1, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN: true, for every call.
    await factory.chain.setCode(smartWallet, '0x60015f5260205ff3')
    expect(await confirm({ smartWallet })).toMatchObject({ status: 400, code: 'not_a_smart_wallet' })
    expect((await walletsOf(headers))?.wallets).toHaveLength(1)
  })

  test('contracts of other kinds, and answers that are not booleans, confirm nobody', async () => {
    const { confirm } = await newcomer()
    const two = random.account().address
    await factory.chain.setCode(two, '0x60025f5260205ff3')
    for (const smartWallet of [net.world.contracts.shareToken, two])
      expect(dataOf(await confirm({ smartWallet }), OwnerConfirmation)).toMatchObject({
        status: 'owner_not_found_yet',
        isWalletReadable: false,
        linked: false,
      })
  })

  test('a wallet with an account of its own stays there, and the caller keeps its canonical wallet', async () => {
    const { account, headers, make, confirm, smartWallet } = await newcomer()
    await make()
    await seedAccounts(
      d1,
      [{ id: `own-${smartWallet}`, wallets: [{ address: smartWallet, kind: 'smart' }], credits: 0 }],
      1,
    )
    expect(await confirm()).toMatchObject({ status: 409, code: 'account_conflict' })
    expect(await walletsOf(headers)).toMatchObject({ canonicalWallet: account.address })
  })

  test('a wallet that has left the account no longer vouches for a smart one', async () => {
    const { account, smartWallet } = await newcomer()
    const store = createAccountWallets(d1)
    const proof = {
      wallet: smartWallet,
      owner: account.address,
      signed: null,
      counterfactual: false,
      singleOwner: true,
      block: null,
    }
    await store.linkSmart('another profile', proof, 1)
    const row = await d1
      .prepare('select 1 from profile_wallets where address = ?')
      .bind(smartWallet.toLowerCase())
      .first()
    expect(row).toBeNull()
  })
})

describe('concurrency', () => {
  test('of two owners of one wallet who confirm at once one has it', async () => {
    const [a, b] = [await newcomer(), await newcomer()]
    const { chain } = factory
    const shared = await chain.deploy('ContractWallet', [addressOf('stranger')])
    for (const { account } of [a, b]) await chain.send('stranger', shared, 'addOwnerAddress', [account.address])
    const body = { smartWallet: shared.address }
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? a : b).confirm(body)))
    const [won, lost] = answers[0]?.status === 200 ? [0, 1] : [1, 0]
    for (const [i, answer] of answers.entries())
      if (i % 2 === won) expect(dataOf(answer, OwnerConfirmation).canonicalWallet).toBe(shared.address)
      else expect([i % 2, answer.status, answer.code]).toEqual([lost, 409, 'account_conflict'])
  })
})
