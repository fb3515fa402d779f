import type { LocalAccount } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { SwEntry, SwEntryChallenge } from '../../../schema/market/coinTrendAnswers.ts'
import { createSealer } from '../../../shared/auth/seal.ts'
import { entryScope } from '../../../functions/market/trend/entryMessage.ts'
import { accountOf, dataOf } from '../../account/support.ts'
import { startTrendNet } from './startTrendNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startTrendNet())

interface Terms {
  readonly swAddress: string
  readonly chatappUsername: string
  readonly tokenAddress?: string
}

const challenge = async (terms: Terms) => dataOf(await net.post('sw-entry/challenge', terms), SwEntryChallenge)

/** A body whose terms `signer` has signed, by default its own wallet's; `notes` are not signed. */
async function sign(signer: LocalAccount, terms: Partial<Terms> = {}, notes: object = {}) {
  const signed = { swAddress: signer.address, chatappUsername: 'aurora_fan', ...terms }
  const { nonce, message } = await challenge(signed)
  return { ...signed, challengeNonce: nonce, signature: await signer.signMessage({ message }), ...notes }
}

/** Somebody with an account. */
async function member(): Promise<LocalAccount> {
  const account = net.random.account()
  await net.sessionOf(account)
  return account
}

const rows = async (address: string) =>
  (await net.db.prepare('select * from trend_entries where sw_address = ?').bind(address.toLowerCase()).all()).results

describe('createSwEntryChallenge', () => {
  test('a challenge names the wallet, the chat user, the coin, the chain and this service, for ten minutes', async () => {
    const { address } = net.random.account()
    const { trendCoin } = net.world.contracts
    const { nonce, message, expiresAt } = await challenge({
      swAddress: address,
      chatappUsername: 'aurora_fan',
      tokenAddress: trendCoin,
    })
    const { issuedAt, expirationTime, ...fields } = parseSiweMessage(message)
    expect(fields.statement).toContain(`of the chat user aurora_fan, for the trend coin ${trendCoin}.`)
    expect(fields).toMatchObject({ address, nonce, chainId: net.world.chainId, domain: new URL(net.host).host })
    expect(Number(expirationTime) - Number(issuedAt)).toBe(600_000)
    expect(Math.floor(Number(expirationTime) / 1000)).toBe(expiresAt)
  })
})

describe('happy', () => {
  test('a wallet with a key is entered, and the same request again is the same', async () => {
    const ada = await member()
    const { trendCoin } = net.world.contracts
    const notes = { symbol: 'SUNRISE', minTokens: '1000', source: 'miniapp', connectedAddress: ada.address }
    const body = await sign(ada, { tokenAddress: trendCoin }, notes)
    const first = dataOf(await net.post('sw-entry', body), SwEntry)
    expect(first).toMatchObject({
      ...notes,
      swAddress: ada.address,
      chatappUsername: 'aurora_fan',
      tokenAddress: trendCoin,
    })
    expect(dataOf(await net.post('sw-entry', body), SwEntry)).toEqual(first)
    const next = await sign(ada, { tokenAddress: trendCoin, chatappUsername: 'another_name' })
    expect(dataOf(await net.post('sw-entry', next), SwEntry).chatappUsername).toBe('another_name')
    expect(await rows(ada.address)).toHaveLength(1)
  })

  test('a contract wallet is entered by the signature of its owner (ERC-1271)', async () => {
    const owner = accountOf(net, 'owner')
    const { wallet } = net.world.contracts
    // Its account: a first sign-in by the same signature.
    const { nonce, domain, uri } = z
      .object({ data: z.object({ nonce: z.string(), domain: z.string(), uri: z.string() }) })
      .parse(await (await fetch(`${net.api}/auth/nonce`)).json()).data
    const message = `${domain} wants you to sign in with your Ethereum account:\n${wallet}\n\n\nURI: ${uri}\nVersion: 1\nChain ID: ${net.world.chainId}\nNonce: ${nonce}\nIssued At: ${new Date().toISOString()}`
    const signature = await owner.signMessage({ message })
    const signedIn = await fetch(`${net.api}/auth/verify`, {
      method: 'POST',
      body: JSON.stringify({ message, signature }),
    })
    expect(signedIn.status).toBe(200)
    expect(dataOf(await net.post('sw-entry', await sign(owner, { swAddress: wallet })), SwEntry).swAddress).toBe(wallet)
  })
})

describe('error', () => {
  test.each([
    [{ chatappUsername: 'abcd' }, 'chatappUsername'],
    [{ chatappUsername: 'with space' }, 'chatappUsername'],
    [{ signature: '0x' }, 'signature'],
    [{ signature: `0x${'12'.repeat(4097)}` }, 'signature'],
    [{ minTokens: '-1' }, 'minTokens'],
    [{ symbol: '<b>' }, 'symbol'],
  ])('%j is refused', async (fields, field) => {
    const body = { ...(await sign(net.random.account())), ...fields }
    const answer = await net.post('sw-entry', body)
    expect([answer.status, answer.code]).toEqual([400, 'invalid_request'])
    expect(JSON.stringify(answer.json)).toContain(field)
  })

  test('a wallet of no account is refused, and its challenge is not used up by that', async () => {
    const stranger = net.random.account()
    const body = await sign(stranger)
    const answer = await net.post('sw-entry', body)
    expect([answer.status, answer.code]).toEqual([403, 'wallet_not_registered'])
    await net.sessionOf(stranger)
    expect((await net.post('sw-entry', body)).status).toBe(200)
  })
})

describe('security', () => {
  test('a challenge of another wallet, a made-up or an expired one is a conflict', async () => {
    const [ada, eve] = [await member(), await member()]
    const body = await sign(eve)
    const sealer = createSealer({
      secrets: [net.secrets['AUTH_NONCE_SECRET'] ?? ''],
      purpose: 'trend entry challenge',
      ttlSeconds: 600,
    })
    const scope = entryScope({ swAddress: eve.address, chatappUsername: body.chatappUsername })
    const expired = await sealer.seal(Date.now() - 601_000, scope)
    expect((await net.post('sw-entry', { ...body, challengeNonce: await sealer.seal(Date.now(), scope) })).code).toBe(
      'invalid_signature',
    )
    const others = [
      { ...body, challengeNonce: expired },
      { ...body, swAddress: ada.address },
      { ...body, challengeNonce: '0'.repeat(64) },
      { ...body, challengeNonce: 'x' },
    ]
    for (const other of others)
      expect(await net.post('sw-entry', other)).toMatchObject({ status: 409, code: 'challenge_not_valid' })
    expect(await rows(ada.address)).toEqual([])
  })

  test('a signature that somebody else got hold of enters no other chat user, and for no other coin', async () => {
    const ada = await member()
    const body = await sign(ada)
    for (const terms of [{ chatappUsername: 'mallory' }, { tokenAddress: net.world.contracts.trendCoin }])
      expect(await net.post('sw-entry', { ...body, ...terms })).toMatchObject({
        status: 409,
        code: 'challenge_not_valid',
      })
    // It is not used up by that.
    expect(dataOf(await net.post('sw-entry', body), SwEntry).chatappUsername).toBe('aurora_fan')
  })

  test('a signature by another key, or of another message, is invalid', async () => {
    const [ada, eve] = [await member(), await member()]
    const forged = [
      await sign(eve, { swAddress: ada.address }),
      { ...(await sign(ada)), signature: await ada.signMessage({ message: 'something else' }) },
    ]
    for (const body of forged)
      expect(await net.post('sw-entry', body)).toMatchObject({ status: 401, code: 'invalid_signature' })
    expect(await rows(ada.address)).toEqual([])
  })

  test('a co-owner who signs as the wallet stores nothing in the account of the owner that has linked it', async () => {
    const [owner, coOwner] = [accountOf(net, 'owner'), await member()]
    await net.sessionOf(owner)
    const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
    const wallet = await chain.deploy('ContractWallet', [owner.address])
    await chain.send('owner', wallet, 'addOwnerAddress', [coOwner.address])
    await net.db
      .prepare(
        `insert into profile_wallets (address, profile_id, kind, canonical, linked_at, owner, single_owner)
         select ?1, profile_id, 'smart', 0, 1, address, 0 from profile_wallets where address = ?2`,
      )
      .bind(wallet.address.toLowerCase(), owner.address.toLowerCase())
      .run()
    const byCoOwner = await net.post('sw-entry', await sign(coOwner, { swAddress: wallet.address }))
    expect(byCoOwner).toMatchObject({ status: 403, code: 'wallet_authority_mismatch' })
    expect(await rows(wallet.address)).toEqual([])
    expect(await net.post('sw-entry', await sign(owner, { swAddress: wallet.address }))).toMatchObject({ status: 200 })
    const replaced = await net.post('sw-entry', await sign(coOwner, { swAddress: wallet.address }))
    expect(replaced).toMatchObject({ status: 403, code: 'wallet_authority_mismatch' })
    expect(await rows(wallet.address)).toHaveLength(1)
  })

  test('a wallet of another account cannot be named beside it', async () => {
    const [ada, eve] = [await member(), await member()]
    const answer = await net.post('sw-entry', await sign(eve, {}, { connectedAddress: ada.address }))
    expect([answer.status, answer.code]).toEqual([403, 'wallet_authority_mismatch'])
  })
})

describe('race', () => {
  test('of a hundred uses of a challenge one is taken', async () => {
    const ada = await member()
    const body = await sign(ada)
    const racers = Array.from({ length: 100 }, (_, i) => `racer${i}`)
    const answers = await Promise.all(racers.map((source) => net.post('sw-entry', { ...body, source })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'nonce_used')).toHaveLength(99)
    expect(await rows(ada.address)).toHaveLength(1)
  })
})
