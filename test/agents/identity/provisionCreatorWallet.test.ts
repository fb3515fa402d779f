import { getAddress } from 'viem'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { ProvisionedWallet } from '../../../schema/agents/creators.ts'
import { createWalletCustody } from '../../../shared/idp/createWalletCustody.ts'
import { custodyVariables } from '../../../shared/idp/custodyEnv.ts'
import { readEnv } from '../../../shared/env/readEnv.ts'
import { dataOf } from '../../account/support.ts'
import { receiptHeaders, send, sessionOf } from '../../build/support.ts'
import { holdTimeOuts } from '../../support/holdTimeOuts.ts'
import { startCreatorsNet } from './startCreatorsNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const at = useNet(() => startCreatorsNet())
const owner = prepared(() => sessionOf(at.net, 'owner'))
const voter = prepared(() => sessionOf(at.net, 'voter'))
beforeEach(async () => {
  at.custody.setFaults({})
  await at.forget()
})

const provision = (headers = owner, body: unknown = {}) => at.post('creators/provision-wallet', headers, body)
const walletOf = async (headers = owner, body: unknown = {}) =>
  dataOf(await provision(headers, body), ProvisionedWallet)
const madeFor = (wallet: string) =>
  at.custody.wallets().filter(({ external_id: id }) => id === `creator-agent-${wallet.toLowerCase()}`)

describe('happy', () => {
  it('has a wallet made for the canonical wallet of the account, once', async () => {
    const wallet = await walletOf()
    expect(madeFor(at.contracts.wallet)).toMatchObject([{ id: wallet.walletId, address: wallet.address }])
    expect(getAddress(wallet.address)).toBe(wallet.address)
    const before = at.custody.requests().length
    expect(await walletOf()).toEqual(wallet)
    // The second answer comes from the store.
    expect(at.custody.requests()).toHaveLength(before)
  })

  it('says what comes next, with a call that an owner of the smart wallet sends as it is', async () => {
    const back = await at.snapshot()
    const { address, nextStep } = await walletOf()
    const { call } = nextStep
    if (!call) throw new Error('no call')
    expect(call).toMatchObject({
      to: at.contracts.wallet,
      value: '0',
      function: 'addOwnerAddress(address)',
      args: { owner: address },
    })
    // The local world has done this step: the wallet refuses an owner that it already has.
    expect(await at.chain.read(at.wallet, 'isOwnerAddress', [address])).toBe(true)
    expect((await send(at.net, 'owner', call)).status).toBe('reverted')
    await back()
  })

  it('is one for the account, whichever of its own addresses is named', async () => {
    const wallet = await walletOf()
    expect(await walletOf(owner, { creatorAddress: addressOf('owner') })).toEqual(wallet)
    expect(await walletOf(owner, { creatorAddress: at.contracts.wallet.toLowerCase() })).toEqual(wallet)
  })

  it('is another one for another account, which needs a smart wallet first', async () => {
    const [mine, theirs] = [await walletOf(), await walletOf(voter)]
    expect(theirs.walletId).not.toBe(mine.walletId)
    expect(theirs.nextStep).toMatchObject({ call: null, description: expect.stringContaining('smart wallet') })
  })

  it.each(['', '[]', 'null', '7'])('needs no body: %j', async (body) => {
    expect((await walletOf(owner, body)).walletId).not.toBe('')
  })
})

describe('concurrency', () => {
  it('of many requests at once makes one wallet', async () => {
    at.custody.setFaults({ slowMs: 100 })
    const agent = await sessionOf(at.net, 'agent')
    const all = await Promise.all(Array.from({ length: 12 }, () => walletOf(agent)))
    expect(new Set(all.map(({ walletId }) => walletId)).size).toBe(1)
    expect(madeFor(addressOf('agent'))).toHaveLength(1)
  })

  it('of a crash between the provider and the store makes no second wallet', async () => {
    const bidder = await sessionOf(at.net, 'bidder')
    at.custody.setFaults({ cutAfterCreate: true })
    expect(await provision(bidder)).toMatchObject({ status: 502, code: 'custody_unavailable' })
    expect(madeFor(addressOf('bidder'))).toHaveLength(1)
    at.custody.setFaults({})
    const { walletId } = await walletOf(bidder)
    expect(madeFor(addressOf('bidder'))).toMatchObject([{ id: walletId }])
    // Nor does a store that has lost its rows.
    await at.forget()
    expect((await walletOf(bidder)).walletId).toBe(walletId)
  })

  it('of a look-up that misses a wallet makes no second one either', async () => {
    const wallet = await walletOf()
    await at.forget()
    at.custody.setFaults({ forgets: true })
    const answer = await provision()
    if (answer.status === 200) expect(dataOf(answer, ProvisionedWallet).walletId).toBe(wallet.walletId)
    else expect(answer.code).toBe('custody_unavailable')
    expect(madeFor(at.contracts.wallet)).toHaveLength(1)
  })
})

describe('the provider', () => {
  it.each([
    { lie: 'chain' },
    { lie: 'externalId' },
    { lie: 'garbage' },
    { status: 500 },
    { status: 401 },
    { status: 404 },
  ] as const)('whose answer is not usable is an outage, and nothing is stored: %j', async (faults) => {
    await walletOf(voter)
    at.custody.setFaults(faults)
    const answer = await provision()
    expect(answer).toMatchObject({ status: 502, code: 'custody_unavailable' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    at.custody.setFaults({})
    expect((await walletOf()).walletId).toBe(madeFor(at.contracts.wallet)[0]?.id)
  })

  it('that names the wallet of another creator is not believed', async () => {
    const { walletId } = await walletOf()
    expect(at.custody.wallets()[0]?.id).toBe(walletId)
    at.custody.setFaults({ lie: 'first' })
    expect(await provision(voter)).toMatchObject({ status: 502, code: 'custody_unavailable' })
    at.custody.setFaults({})
    expect((await walletOf(voter)).walletId).not.toBe(walletId)
  })

  it('that does not answer in time is an outage', async () => {
    const timeOuts = holdTimeOuts()
    at.custody.setFaults({ slowMs: 60_000 })
    const before = at.custody.requests().length
    const answer = provision()
    await expect.poll(() => at.custody.requests().length).toBeGreaterThan(before)
    timeOuts.fire(8000)
    expect(await answer).toMatchObject({ status: 502, code: 'custody_unavailable' })
  })

  it('is called again later if it says when', async () => {
    at.custody.setFaults({ status: 429 })
    const answer = await provision()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '7'])
  })

  it('is that of the vendor by default', () => {
    expect(readEnv(z.object(custodyVariables), {}).CUSTODY_API_URL).toBe('https://api.privy.io')
  })

  it('is called with the credentials of the application, and for a key that ends after a minute', async () => {
    const requests: Request[] = []
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      const request = new Request(String(url), init)
      requests.push(request)
      return request.method === 'GET'
        ? Response.json({ error: 'Wallet not found' }, { status: 404 })
        : Response.json({ id: 'w1', address: addressOf('agent'), chain_type: 'ethereum', external_id: 'x' })
    })
    try {
      const env = readEnv(z.object(custodyVariables), { CUSTODY_APP_ID: 'app', CUSTODY_APP_SECRET: 's'.repeat(32) })
      let now = 0
      const custody = createWalletCustody(env, () => now)
      expect(await custody.open('x')).toEqual({ id: 'w1', address: addressOf('agent') })
      now = 59_999
      await custody.open('x')
      now = 60_000
      await custody.open('x')
      const keys = requests.map(({ headers }) => headers.get('privy-idempotency-key')).filter((key) => key !== null)
      expect(keys).toEqual(['x:0', 'x:0', 'x:1'])
      expect(requests[0]?.url).toBe('https://api.privy.io/v1/wallets/ext_wal_x')
      expect(requests[1]?.headers.get('authorization')).toBe(`Basic ${btoa(`app:${'s'.repeat(32)}`)}`)
      expect(requests[1]?.headers.get('privy-app-id')).toBe('app')
      expect(await requests[1]?.json()).toEqual({ chain_type: 'ethereum', external_id: 'x' })
    } finally {
      fetched.mockRestore()
    }
  })

  it('is 503 where the secret is too short to be one', async () => {
    await at.net.withVariables({ CUSTODY_APP_SECRET: 'x'.repeat(31) }, async () => {
      expect(await provision()).toMatchObject({ status: 503, code: 'custody_not_configured' })
    })
  })
})

describe('security', () => {
  it('refuses a receipt without a signature, since this changes something', async () => {
    const answer = await provision(await receiptHeaders(at.net))
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(answer.headers.get('accept-signature')).not.toBeNull()
  })

  it('refuses the address of somebody else', async () => {
    for (const creatorAddress of [addressOf('voter'), addressOf('stranger'), `0x${'0'.repeat(40)}`])
      expect(await provision(owner, { creatorAddress })).toMatchObject({
        status: 403,
        code: 'wallet_authority_mismatch',
      })
  })

  it('shows no key, and is not kept', async () => {
    const answer = await provision()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(Object.keys(dataOf(answer, ProvisionedWallet))).toEqual(['walletId', 'address', 'nextStep'])
    expect(JSON.stringify(answer.json)).not.toMatch(/0x[0-9a-f]{64}(?![0-9a-f])/i)
  })
})
