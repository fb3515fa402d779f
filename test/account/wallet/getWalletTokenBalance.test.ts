import { beforeAll, describe, expect, test } from 'vitest'
import { WalletTokenBalance } from '../../../schema/account/walletAnswers.ts'
import { deployAltered } from '../../support/deployAltered.ts'
import { seeded } from '../../support/seeded.ts'
import { accountOf, bearer, dataOf, receiptOf, requestsWith, signIn, startAccountNet } from '../support.ts'
import { get, openFactory } from './support.ts'
import { useNet, useRpcProxy } from '../../support/useNet.ts'

const proxy = useRpcProxy()
let headers: Record<string, string>
let chain: Awaited<ReturnType<typeof openFactory>>['chain']
const random = seeded('balances')
const net = useNet(() => startAccountNet({ nodeUrl: proxy.nodeUrl }))
beforeAll(async () => {
  headers = bearer((await signIn(net.api, accountOf(net, 'owner'))).token)
  chain = (await openFactory(net)).chain
})

const balance = (query: Record<string, string>, credentials = headers) =>
  get(net.api, 'tokenBalance', query, credentials)

describe('happy', () => {
  test('a token’s balance of the caller, as of one block, in one request', async () => {
    const { creatorCoin } = net.world.contracts
    const owner = accountOf(net, 'owner').address
    proxy.reset()
    const answer = await balance({ token: creatorCoin })
    const held = await chain.read(chain.at('CreatorCoin', creatorCoin), 'balanceOf', [owner])
    expect(dataOf(answer, WalletTokenBalance)).toMatchObject({
      address: owner,
      token: creatorCoin,
      balance: String(held),
      decimals: 18,
      asOf: { chainId: net.world.chainId, source: 'rpc' },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(requestsWith(proxy, creatorCoin)).toBe(1)
  })

  test('the chain’s own currency, of any address, by the receipt of an agent too', async () => {
    const { receipt } = await receiptOf(net.api, 0, accountOf(net, 'agent'))
    const address = random.account().address
    proxy.reset()
    const answer = await balance({ address }, { 'x-siwa-receipt': receipt })
    expect(dataOf(answer, WalletTokenBalance)).toMatchObject({
      address,
      token: null,
      balance: '0',
      decimals: 18,
      symbol: 'ETH',
    })
    expect(requestsWith(proxy, address)).toBe(1)
    const rich = dataOf(await balance({}), WalletTokenBalance)
    expect(BigInt(rich.balance)).toBeGreaterThan(0n)
  })

  test('what a token does not say of itself is null', async () => {
    const token = await deployAltered(net.rpcUrl, net.world.contracts.creatorCoin, ['decimals()', 'symbol()'])
    expect(dataOf(await balance({ token }), WalletTokenBalance)).toMatchObject({ decimals: null, symbol: null })
  })
})

describe('error', () => {
  test('what is no token is 404: a contract of another kind, and nothing at all', async () => {
    for (const token of [net.world.contracts.registry, random.account().address])
      expect(await balance({ token })).toMatchObject({ status: 404, code: 'not_a_token' })
  })

  test('the zero address is no token', async () => {
    expect(await balance({ token: `0x${'0'.repeat(40)}` })).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('a node that is down is an outage, never zero', async () => {
    proxy.mode = 'drop'
    for (const query of [{}, { token: net.world.contracts.creatorCoin }])
      expect(await balance(query)).toMatchObject({ status: 502, code: 'upstream_failed' })
    proxy.reset()
  })
})
