import { recoverAddress, Signature, TypedDataEncoder, verifyMessage } from 'ethers'
import {
  createTestClient,
  encodeFunctionData,
  getAddress,
  http,
  parseAbi,
  serializeErc6492Signature,
  toFunctionSelector,
} from 'viem'
import { getBlock } from 'viem/actions'
import { describe, expect, test, vi } from 'vitest'
import { createAttestor } from '../../../functions/lottery/amoe/attestor.ts'
import { refundEntries } from '../../../functions/lottery/amoe/refundEntries.ts'
import { attestorAddress, attestorKey } from '../../../localnet/world/lottery.ts'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { AmoeChallenge } from '../../../schema/lottery/amoeAnswers.ts'
import { LotteryEntries } from '../../../schema/lottery/events.ts'
import { createChain } from '../../../shared/chain/chain.ts'
import { parseChainConfig } from '../../../shared/chain/config.ts'
import { createRpc } from '../../../shared/chain/rpc.ts'
import { createStore } from '../../../functions/core/store/createStore.ts'
import { createAmoeProjection } from '../../../functions/lottery/store/amoe.ts'
import { dataOf } from '../../account/support.ts'
import { soak } from '../../support/soak.ts'
import { entryOf, hexOf, signed, startAmoeNet, type Member } from './support.ts'
import { minedReceipt } from '../../../localnet/world/minedReceipt.ts'
import { useNet } from '../../support/useNet.ts'

const SUBMIT = toFunctionSelector('submitAmoeEntry(address,address,bytes32,uint256,bytes)').slice(2)
const net = useNet(() => startAmoeNet())

const member = async (credits: number): Promise<Member> => {
  const [one] = await net.join(1, credits)
  if (!one) throw new Error('nobody joined')
  return one
}
/** Sends what the API built, as anybody may. */
async function send(entry: { to: `0x${string}`; data: string }) {
  const transaction = { from: addressOf('stranger'), to: entry.to, data: hexOf(entry.data) }
  const hash = await net.node.sendUnsignedTransaction(transaction)
  const { status } = await minedReceipt(net.node, hash)
  return { hash, status }
}
const statusOf = async (nonce: string) =>
  (await net.d1.prepare('select status from amoe_entries where nonce = ?').bind(nonce).first<{ status: string }>())
    ?.status

describe('getAmoeNonce', () => {
  test('gives a challenge whose text and typed data name wallet, coin, times, chain and manager', async () => {
    const wallet = addressOf('voter')
    const challenge = await net.challenge(wallet)
    const { contracts, chainId } = net.world
    expect(challenge).toMatchObject({ wallet, creatorCoin: contracts.creatorCoin, chainId, accountRequired: false })
    expect(challenge.creatorCoinSource).toBe('protocol-default')
    expect(Date.parse(challenge.expiresAt) - Date.parse(challenge.issuedAt)).toBe(600_000)
    expect(challenge.message.split('\n').slice(2)).toEqual([
      `Wallet: ${wallet.toLowerCase()}`,
      `Creator Coin: ${contracts.creatorCoin.toLowerCase()}`,
      `Nonce: ${challenge.nonce}`,
      `Issued At: ${challenge.issuedAt}`,
      `Expires At: ${challenge.expiresAt}`,
      `Chain ID: ${chainId}`,
      `Lottery Manager: ${contracts.lotteryManager.toLowerCase()}`,
    ])
    expect(challenge.typedData.message).toMatchObject({ wallet, nonce: challenge.nonce })
    expect(challenge).toMatchObject({ credits: 1000, entriesAvailable: 10, nextEntryAtCredits: 1100 })
  })

  test('is for the calling wallet, and names no other wallet of its account', async () => {
    const answer = await net.call(`nonce?wallet=${addressOf('owner')}`)
    expect(answer.json).toMatchObject({ data: { wallet: addressOf('owner'), credits: 300, accountRequired: false } })
    expect(JSON.stringify(answer.json).toLowerCase()).not.toContain(net.world.contracts.wallet.slice(2).toLowerCase())
  })

  test('stores nothing, and never gives the same nonce twice', async () => {
    const nonces = await Promise.all(
      Array.from({ length: 20 }, async () => (await net.challenge(addressOf('voter'))).nonce),
    )
    expect(new Set(nonces).size).toBe(20)
  })

  test('has no credits for a wallet of nobody, and says so', async () => {
    expect(await net.challenge(addressOf('stranger'))).toMatchObject({
      accountRequired: true,
      credits: 0,
      entriesAvailable: 0,
    })
  })
})

describe('getAmoeCredits', () => {
  test('answers the balance of the account and zeros for a wallet of nobody', async () => {
    const { account } = await member(250)
    const answer = await net.call(`credits?wallet=${account.address}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.json).toMatchObject({
      data: {
        wallet: account.address,
        credits: 250,
        creditsPerEntry: 100,
        entriesAvailable: 2,
        nextEntryAtCredits: 300,
      },
    })
    expect((await net.call(`credits?wallet=${addressOf('stranger')}`)).json).toMatchObject({
      data: { credits: 0, entriesAvailable: 0, nextEntryAtCredits: 100, accountRequired: true },
    })
  })

  test('answers everybody about the named wallet, and no other of its account', async () => {
    const owner = net.account('owner')
    const { wallet } = net.world.contracts
    const before = await net.credits(owner.address)
    const { body } = await signed(net, owner, wallet)
    const entry = entryOf(await net.submit(body, await net.session(owner)))
    const creditsOf = async (address: string) => {
      const { json } = await net.call(`credits?wallet=${address}`)
      const others = [owner.address, wallet].filter((own) => own !== address)
      for (const other of others) expect(JSON.stringify(json).toLowerCase()).not.toContain(other.slice(2).toLowerCase())
      return json
    }
    const none = { entries: 0, credits: 0, deadline: null }
    expect(await creditsOf(owner.address)).toMatchObject({
      data: { wallet: owner.address, credits: before - 100, pending: none },
    })
    const pending = { entries: 1, credits: 100, deadline: entry.deadline }
    expect(await creditsOf(wallet)).toMatchObject({ data: { wallet, credits: before - 100, pending } })
  })

  test('is never older than an acknowledged debit', async () => {
    const { account, headers } = await member(300)
    for (const left of [200, 100, 0]) {
      entryOf(await net.submit((await signed(net, account)).body, headers))
      expect(await net.credits(account.address)).toBe(left)
    }
  })
})

describe('submitAmoeChallenge', () => {
  test('leads from a challenge to an entry on the chain that the list of entries shows as amoe', async () => {
    const { account, headers } = await member(150)
    const { challenge, body } = await signed(net, account)
    const entry = entryOf(await net.submit(body, headers))
    expect(entry).toMatchObject({ buyer: account.address, value: '0', attestor: attestorAddress, attestation: 'typed' })
    expect(entry).toMatchObject({ to: net.world.contracts.amoeRouter, nonce: challenge.nonce })
    expect(entry).toMatchObject({ creditsConsumed: 100, creditsRemaining: 50, entriesAvailable: 0 })
    expect(entry.deadline).toBe(Date.parse(challenge.expiresAt) / 1000)
    const digest = TypedDataEncoder.hash(
      { name: 'LotteryAmoeRouter', version: '1', chainId: net.world.chainId, verifyingContract: entry.to },
      {
        AmoeEntry: [
          { name: 'buyer', type: 'address' },
          { name: 'creatorCoin', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      { buyer: entry.buyer, creatorCoin: entry.creatorCoin, nonce: entry.nonce, deadline: entry.deadline },
    )
    expect(Signature.from(entry.signature).serialized).toBe(entry.signature)
    expect(recoverAddress(digest, entry.signature)).toBe(attestorAddress)

    const { hash } = await send(entry)
    await net.indexed()
    const list = await net.data('/v1/lottery/recentEntries?limit=5', LotteryEntries)
    const found = list.events.find(({ transactionHash }) => transactionHash === hash)
    expect(found).toMatchObject({ entrySource: 'amoe', user: account.address, swapAmountUsd1e6: '1000000' })
    expect((await send(entry)).status).toBe('reverted')
    await vi.waitUntil(async () => (await statusOf(entry.nonce)) !== undefined, { timeout: 45_000 })
  })

  test('takes the EIP-712 form of the challenge', async () => {
    const { account, headers } = await member(100)
    const challenge = await net.challenge(account.address)
    const { domain, types, message } = challenge.typedData
    const digest = TypedDataEncoder.hash(domain, { AmoeChallenge: types.AmoeChallenge }, message)
    const signature = await account.sign({ hash: hexOf(digest) })
    const body = { message: challenge.message, signature, signatureType: 'eip712' }
    expect(entryOf(await net.submit(body, headers)).buyer).toBe(account.address)
    expect((await net.submit({ ...body, signatureType: 'personal' }, headers)).code).toBe('invalid_signature')
  })

  test('takes the signature of a deployed contract wallet (ERC-1271)', async () => {
    const owner = net.account('owner')
    const { body, challenge } = await signed(net, owner, net.world.contracts.wallet)
    expect(challenge.wallet).toBe(net.world.contracts.wallet)
    expect(verifyMessage(body.message, body.signature)).toBe(owner.address)
    const entry = entryOf(await net.submit(body, await net.session(owner)))
    expect(entry.buyer).toBe(net.world.contracts.wallet)
  })

  test('takes the signature of a wallet that is not deployed yet (ERC-6492), and signed in so', async () => {
    const { account } = await member(0)
    const factory = net.world.contracts.walletFactory
    const abi = parseAbi([
      'function createWallet(address,uint256)',
      'function getWalletAddress(address,uint256) view returns (address)',
    ])
    const wallet = hexOf(
      String(await net.chain.read({ abi, address: factory }, 'getWalletAddress', [account.address, 9n])),
    )
    const data = encodeFunctionData({ abi, functionName: 'createWallet', args: [account.address, 9n] })
    const wrap = (signature: `0x${string}`) => serializeErc6492Signature({ address: factory, data, signature })
    const signMessage = async (given: { message: string }) => wrap(await account.signMessage(given))
    const headers = await net.session({ address: getAddress(wallet), signMessage })
    const profileId = await net.d1
      .prepare('select profile_id from profile_wallets where address = ?')
      .bind(wallet.toLowerCase())
      .first<string>('profile_id')
    await net.award(profileId ?? '', 100)
    const { challenge, body } = await signed(net, account, wallet)
    expect(challenge.wallet.toLowerCase()).toBe(wallet.toLowerCase())
    const signature = wrap(body.signature)
    expect(entryOf(await net.submit({ ...body, signature }, headers)).buyer).toBe(challenge.wallet)
  })

  test('answers the same again, without a second debit', async () => {
    const { account, headers } = await member(200)
    const { body } = await signed(net, account)
    const first = entryOf(await net.submit(body, headers))
    expect(entryOf(await net.submit(body, headers))).toEqual(first)
    expect(await net.credits(account.address)).toBe(100)
  })

  test('refuses a used nonce with other content', async () => {
    const { account, headers } = await member(200)
    const { challenge, body } = await signed(net, account)
    entryOf(await net.submit(body, headers))
    const { domain, types, message } = challenge.typedData
    const digest = TypedDataEncoder.hash(domain, { AmoeChallenge: types.AmoeChallenge }, message)
    const other = { ...body, signature: await account.sign({ hash: hexOf(digest) }), signatureType: 'eip712' }
    const answer = await net.submit(other, headers)
    expect([answer.status, answer.code]).toEqual([409, 'nonce_used'])
    expect(await net.credits(account.address)).toBe(100)
  })

  test('asks for 100 credits, and takes none of fewer', async () => {
    const { account, headers } = await member(99)
    const answer = await net.submit((await signed(net, account)).body, headers)
    expect([answer.status, answer.code]).toEqual([402, 'insufficient_amoe_credits'])
    expect(await net.credits(account.address)).toBe(99)
    const stranger = net.account('stranger')
    const session = await net.session(stranger)
    const none = await net.submit((await signed(net, stranger)).body, session)
    expect(none.code).toBe('insufficient_amoe_credits')
  })

  test(
    'enters once and debits once, however many submit one nonce at the same time',
    { timeout: 120_000 },
    async () => {
      const { account, headers, profileId } = await member(1000)
      const { body } = await signed(net, account)
      const submit = () => net.submit(body, headers)
      const answers = await Promise.all(Array.from({ length: soak(100, 400) }, submit))
      const [first, ...others] = answers.map(entryOf)
      if (!first) throw new Error('no answer')
      for (const other of others) expect(other).toEqual(first)
      expect(await net.credits(account.address)).toBe(900)
      await vi.waitUntil(async () => (await statusOf(first.nonce)) === 'attested', { timeout: 45_000 })
      const rows = await net.d1
        .prepare('select count(*) n from amoe_entries where profile_id = ?')
        .bind(profileId)
        .first()
      expect(rows).toEqual({ n: 1 })
    },
  )

  test('never spends more than there is, however many nonces race for it', async () => {
    const { account, headers } = await member(350)
    const bodies = await Promise.all(Array.from({ length: 12 }, async () => (await signed(net, account)).body))
    const answers = await Promise.all(bodies.map((body) => net.submit(body, headers)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array.from({ length: 9 }, () => 402)])
    expect(await net.credits(account.address)).toBe(50)
  })

  test('refuses who owns neither the wallet nor an account with it', async () => {
    const [alice, mallory] = [await member(100), await member(100)]
    const { body } = await signed(net, alice.account)
    const answer = await net.submit(body, mallory.headers)
    expect([answer.status, answer.code]).toEqual([403, 'wallet_authority_mismatch'])
    expect(await net.credits(alice.account.address)).toBe(100)
  })

  test('refuses a foreign signature, and the other form of a good one (high s)', async () => {
    const { account, headers } = await member(100)
    const { body } = await signed(net, account)
    const foreign = await net.account('stranger').signMessage({ message: body.message })
    const { r, s, v } = Signature.from(body.signature)
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const high = (order - BigInt(s)).toString(16).padStart(64, '0')
    const malleable = `${r}${high}${v === 27 ? '1c' : '1b'}`
    for (const signature of [foreign, malleable, `0x${'00'.repeat(65)}`, body.signature.slice(0, -2)]) {
      const { status, code } = await net.submit({ ...body, signature }, headers)
      expect([status, code], signature).toEqual([401, 'invalid_signature'])
    }
    expect(await net.submit({ ...body, signature: '0x' }, headers)).toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
    expect(await net.credits(account.address)).toBe(100)
  })

  test('refuses challenges that it did not issue, signed by anybody', async () => {
    const { account, headers } = await member(100)
    const challenge = await net.challenge(account.address)
    const change = (from: string, to: string) => challenge.message.replace(from, to)
    const later = (text: string) => new Date(Date.parse(text) + 3_600_000).toISOString()
    const wrong: [string, string][] = [
      [change(challenge.nonce, `0x${'ab'.repeat(32)}`), 'invalid_nonce'],
      [change(challenge.creatorCoin.toLowerCase(), net.world.contracts.creatorCoin2.toLowerCase()), 'invalid_nonce'],
      [change('Chain ID: 31337', 'Chain ID: 8453'), 'unsupported_chain'],
      [change(challenge.lotteryManager.toLowerCase(), addressOf('stranger').toLowerCase()), 'lottery_manager_mismatch'],
      [change(challenge.expiresAt, later(challenge.expiresAt)), 'invalid_message'],
      [
        change(challenge.issuedAt, later(challenge.issuedAt)).replace(challenge.expiresAt, later(challenge.expiresAt)),
        'invalid_nonce',
      ],
      [`${challenge.message}\n`, 'invalid_message'],
      [change('\n\n', '\r\n\r\n'), 'invalid_message'],
      ['Enter', 'invalid_message'],
    ]
    for (const [message, code] of wrong) {
      const answer = await net.submit({ message, signature: await account.signMessage({ message }) }, headers)
      expect([message, answer.status, answer.code]).toEqual([message, 400, code])
    }
    const body = { message: challenge.message, signature: await account.signMessage({ message: challenge.message }) }
    const coin = { ...body, creatorCoin: net.world.contracts.creatorCoin2 }
    expect((await net.submit(coin, headers)).code).toBe('creator_mismatch')
    expect((await net.submit({ ...body, nonce: `0x${'ab'.repeat(32)}` }, headers)).code).toBe('nonce_mismatch')
    expect(await net.credits(account.address)).toBe(100)
  })

  test('debits nothing for a coin that is not registered', async () => {
    const { account, headers } = await member(100)
    const answer = await net.call(`nonce?wallet=${account.address}&creatorCoin=${net.world.contracts.usdc}`)
    const { message } = dataOf(answer, AmoeChallenge)
    const refused = await net.submit({ message, signature: await account.signMessage({ message }) }, headers)
    expect([refused.status, refused.code]).toEqual([409, 'entry_refused'])
    expect(await net.credits(account.address)).toBe(100)
    expect((await net.call(`credits?wallet=${account.address}`)).json).toMatchObject({
      data: { pending: { entries: 0, credits: 0, deadline: null } },
    })
  })

  test('debits nothing that the router refuses: a paused lottery is one; once it goes on, the same is taken', async () => {
    const { account, headers } = await member(100)
    const { body } = await signed(net, account)
    await net.chain.send('owner', net.contract('lotteryManager'), 'setPaused', [true])
    const refused = await net.submit(body, headers)
    await net.chain.send('owner', net.contract('lotteryManager'), 'setPaused', [false])
    expect([refused.status, refused.code]).toEqual([409, 'entry_refused'])
    expect(refused.json).toMatchObject({ error: expect.stringContaining('EnforcedPause') })
    expect(await net.credits(account.address)).toBe(100)
    entryOf(await net.submit(body, headers))
    expect(await net.credits(account.address)).toBe(0)
  })

  test('debits nothing while the node is down, and nothing while it cannot simulate', async () => {
    const { account, headers } = await member(100)
    const { body } = await signed(net, account)
    net.proxy.mode = { status: 500 }
    expect((await net.submit(body, headers)).code).toBe('upstream_failed')
    net.proxy.mode = {
      refuse: ({ method, params }) =>
        method === 'eth_simulateV1' || (method === 'eth_call' && JSON.stringify(params).includes(SUBMIT)),
    }
    expect((await net.submit(body, headers)).code).toBe('upstream_failed')
    net.proxy.reset()
    expect(await net.credits(account.address)).toBe(100)
    entryOf(await net.submit(body, headers))
  })

  test('an entry that was paid is answered again, also when the router has taken it and would not again', async () => {
    const { account, headers } = await member(100)
    const { body } = await signed(net, account)
    const entry = entryOf(await net.submit(body, headers))
    expect((await send(entry)).status).toBe('success')
    expect(entryOf(await net.submit(body, headers))).toEqual(entry)
  })

  test('takes entries also through a node that refuses batches', async () => {
    const { account, headers } = await member(100)
    const { body } = await signed(net, account)
    net.proxy.mode = 'single'
    const answer = await net.submit(body, headers)
    net.proxy.reset()
    expect(entryOf(answer).creditsRemaining).toBe(0)
  })

  test('has a nonce belong to one account: after the wallet moves to another, it is good in neither', async () => {
    const { account, headers } = await member(100)
    const { body } = await signed(net, account)
    const other = await member(100)
    await net.d1
      .prepare('update profile_wallets set profile_id = ?, canonical = 0 where address = ?')
      .bind(other.profileId, account.address.toLowerCase())
      .run()
    expect((await net.submit(body, headers)).code).toBe('invalid_nonce')
  })
})

describe('the chain-hash attestation', () => {
  test('is what a router takes that gives out its own hash, and no other', async () => {
    const router = net.contract('amoeRouter')
    const rpc = createRpc({ urls: [net.rpcUrl] })
    const chain = createChain(parseChainConfig({ chainId: net.world.chainId, contracts: net.world.contracts }), rpc)
    const { timestamp } = await getBlock(net.node)
    const entry = {
      buyer: addressOf('borrower'),
      creatorCoin: net.world.contracts.creatorCoin,
      nonce: hexOf(`0x${'c4'.repeat(32)}`),
      deadline: Number(timestamp) + 900,
    }
    const enter = async (mode: 'typed' | 'chain-hash') => {
      const attested = await createAttestor(chain, attestorKey, mode)?.attest(router.address, entry)
      const signature = attested?.signature
      const args = [entry.buyer, entry.creatorCoin, entry.nonce, BigInt(entry.deadline), signature]
      const data = encodeFunctionData({ ...router, functionName: 'submitAmoeEntry', args })
      return (await send({ to: router.address, data })).status
    }
    await net.chain.send('owner', router, 'setAttestor', [attestorAddress, true])
    expect(await enter('typed')).toBe('reverted')
    expect(await enter('chain-hash')).toBe('success')
    await net.chain.send('owner', router, 'setAttestor', [attestorAddress, false])
  })
})

describe('the sweep', () => {
  test('has ledgers write a lost projection again', async () => {
    const { account, profileId, headers } = await member(500)
    const entry = entryOf(await net.submit((await signed(net, account)).body, headers))
    await vi.waitUntil(async () => (await statusOf(entry.nonce)) !== undefined, { timeout: 45_000 })
    const tables = ['amoe_credits', 'amoe_entries', 'amoe_ledgers']
    const rows = () =>
      Promise.all(
        tables.map(
          async (table) =>
            (await net.d1.prepare(`select * from ${table} where profile_id = ?`).bind(profileId).all()).results,
        ),
      )
    const before = await rows()
    for (const table of tables) await net.d1.prepare(`delete from ${table} where profile_id = ?`).bind(profileId).run()
    await net.d1.prepare('insert into amoe_ledgers select id, 0, 0, 1 from profiles where id = ?').bind(profileId).run()
    await net.node.mine({ blocks: 1 })
    await vi.waitUntil(async () => (await rows()).every((own, i) => own.length === before[i]?.length), {
      timeout: 45_000,
    })
    expect(await rows()).toEqual(before)
  })

  test('a ledger that is marked stale stays so until all of its rows are written, whatever it writes meanwhile', async () => {
    const { profileId } = await member(100)
    const count = async (sql: string) =>
      (await net.d1.prepare(`${sql} where profile_id = ?`).bind(profileId).first<{ n: number }>())?.n
    const credits = () => count('select count(*) n from amoe_credits')
    await vi.waitUntil(async () => (await credits()) === 1, { timeout: 45_000 })
    // No block comes, so no schedule runs, until the ledger has written something of its own.
    await net.d1.prepare('delete from amoe_credits where profile_id = ?').bind(profileId).run()
    await net.d1.prepare('update amoe_ledgers set stale = 1 where profile_id = ?').bind(profileId).run()
    await net.award(profileId, 5, 'another')
    await vi.waitUntil(async () => (await credits()) === 1, { timeout: 45_000 })
    expect(await count('select stale n from amoe_ledgers')).toBe(1)
    await net.node.mine({ blocks: 1 })
    await vi.waitUntil(async () => (await credits()) === 2, { timeout: 45_000 })
    expect(await count('select stale n from amoe_ledgers')).toBe(0)
  })

  test('a ledger that fails holds up no other', async () => {
    const projection = createAmoeProjection(net.d1)
    const broken = ['nobody-1', 'nobody-2']
    const entries = broken.map((profileId, i) => ({
      nonce: hexOf(`0x${`e${i}`.repeat(32)}`),
      profileId,
      wallet: addressOf('voter'),
      creatorCoin: net.world.contracts.creatorCoin,
      chainId: net.world.chainId,
      target: net.world.contracts.amoeRouter,
      units: 10_000,
      deadline: i + 1,
      status: 'attested' as const,
      createdAt: 0,
      resolvedAt: null,
    }))
    for (const entry of entries)
      await projection.put({ profileId: entry.profileId, units: 0, seq: 0 }, [], [entry], false)
    await net.d1.prepare("update amoe_ledgers set stale = 1 where profile_id = 'nobody-1'").run()
    const rpc = createRpc({ urls: [net.rpcUrl] })
    const chain = createChain(parseChainConfig({ chainId: net.world.chainId, contracts: net.world.contracts }), rpc)
    const called: string[] = []
    const ledger = async (profileId: string): Promise<never> => {
      called.push(profileId)
      throw new Error(profileId)
    }
    const evidence = { chain, store: createStore(net.d1), projection, now: Date.now }
    const run = refundEntries({ ...evidence, ledger, finality: '0' })
    await expect(run).rejects.toThrow('ledgers could not be reached')
    expect(called.filter((profileId) => broken.includes(profileId))).toEqual([...broken, 'nobody-1'])
    for (const table of ['amoe_entries', 'amoe_ledgers'])
      await net.d1.prepare(`delete from ${table} where profile_id like 'nobody-%'`).run()
  })

  // A chain whose time is moved; nothing after this needs it to be now.
  test('ends entries at a final block after their deadline: taken ones are entered, others refunded, once', async () => {
    const [taken, left] = [await member(100), await member(100)]
    const entry = entryOf(await net.submit((await signed(net, taken.account)).body, taken.headers))
    const lost = entryOf(await net.submit((await signed(net, left.account)).body, left.headers))
    expect((await send(entry)).status).toBe('success')
    await vi.waitUntil(
      async () => (await statusOf(lost.nonce)) === 'attested' && (await statusOf(entry.nonce)) === 'attested',
      { timeout: 45_000 },
    )
    const client = createTestClient({ mode: 'anvil', transport: http(net.rpcUrl) })
    // The deadline's own second is still good onchain: nothing may be refunded as of it.
    await client.setNextBlockTimestamp({ timestamp: BigInt(Math.max(entry.deadline, lost.deadline)) })
    await client.mine({ blocks: 1 })
    await client.mine({ blocks: 1, interval: 0 })
    await net.runSchedule('lottery')
    expect(await statusOf(lost.nonce)).toBe('attested')
    await client.mine({ blocks: 3, interval: 1 })
    await vi.waitUntil(async () => (await statusOf(lost.nonce)) === 'refunded', { timeout: 45_000, interval: 100 })
    await vi.waitUntil(async () => (await statusOf(entry.nonce)) === 'entered', { timeout: 45_000, interval: 100 })
    expect((await send(lost)).status).toBe('reverted')
    for (let i = 0; i < 3; i++) {
      // As if the projection had never heard of it: the ledger has, and says so again.
      await net.d1.prepare("update amoe_entries set status = 'attested' where nonce = ?").bind(lost.nonce).run()
      await client.mine({ blocks: 1 })
      await vi.waitUntil(async () => (await statusOf(lost.nonce)) === 'refunded', { timeout: 45_000, interval: 50 })
    }
    expect(await net.credits(left.account.address)).toBe(100)
    expect(await net.credits(taken.account.address)).toBe(0)
    for (const { address } of [left.account, taken.account])
      expect((await net.call(`credits?wallet=${address}`)).json).toMatchObject({ data: { pending: { entries: 0 } } })
  })
})
