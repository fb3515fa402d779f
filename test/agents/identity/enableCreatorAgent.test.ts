import { pad } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { CreatorAgents, EnabledCreatorAgent, ProvisionedWallet } from '../../../schema/agents/creators.ts'
import { dataOf, toAnswer } from '../../account/support.ts'
import { receiptHeaders, sessionOf } from '../../build/support.ts'
import { startCreatorsNet } from './startCreatorsNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

let walletId: string
let serverWallet: string
const at = useNet(() => startCreatorsNet())
const owner = prepared(() => sessionOf(at.net, 'owner'))
beforeEach(async () => {
  await at.forget()
  const provisioned = dataOf(await at.post('creators/provision-wallet', owner), ProvisionedWallet)
  walletId = provisioned.walletId
  serverWallet = provisioned.address
  return at.snapshot()
})

const body = () => ({
  agentType: 'smart-wallet',
  smartWalletAddress: at.contracts.wallet,
  serverWalletId: walletId,
})
const enable = (changes: object = {}, headers = owner) => at.post('creators/enable', headers, { ...body(), ...changes })
const enabled = async (changes: object = {}) => dataOf(await enable(changes), EnabledCreatorAgent)
const rows = async () => {
  const { results } = await (await at.net.database()).prepare('select * from creator_agents').all()
  return results
}
const age = async (seconds: number) => {
  const database = await at.net.database()
  await database.batch([
    database.prepare(
      `update creator_agents set created_at = created_at - ${seconds}, updated_at = updated_at - ${seconds}`,
    ),
  ])
}

describe('happy', () => {
  it('enables the agent of the account, which is then listed', async () => {
    const agent = await enabled()
    expect(agent).toMatchObject({
      creatorAddress: at.contracts.wallet,
      msgnetAgentAddress: at.contracts.wallet,
      agentType: 'smart-wallet',
      smartWalletAddress: at.contracts.wallet,
      listedPublicly: true,
    })
    expect(agent.updatedAt).toBe(agent.createdAt)
    const { updatedAt: _, ...shown } = agent
    const list = await toAnswer(await fetch(`${at.net.api}/v1/agents/creators`))
    expect(dataOf(list, CreatorAgents)).toEqual({ count: 1, agents: [shown], nextCursor: null })
    expect(await rows()).toHaveLength(1)
  })

  it('keeps the time of creation, and changes that of a change only if there is one', async () => {
    await enabled()
    await age(1000)
    const [before] = await rows()
    const same = await enabled()
    expect([same.createdAt, same.updatedAt]).toEqual([before?.['created_at'], before?.['updated_at']])
    const changed = await enabled({ listedPublicly: false })
    expect(changed).toMatchObject({ listedPublicly: false, createdAt: same.createdAt })
    expect(changed.updatedAt).toBeGreaterThan(same.updatedAt)
    expect(await rows()).toHaveLength(1)
  })

  it('takes an address in lower case', async () => {
    const smartWalletAddress = at.contracts.wallet.toLowerCase()
    expect((await enabled({ smartWalletAddress })).smartWalletAddress).toBe(at.contracts.wallet)
  })
})

describe('what only chain and store show', () => {
  it('refuses a server wallet that is not an owner now', async () => {
    await at.chain.send('owner', at.wallet, 'removeOwnerAtIndex', [1n, pad(toHex(serverWallet))])
    const answer = await enable()
    expect(answer).toMatchObject({ status: 409, code: 'server_wallet_not_owner' })
    expect(answer.json).toMatchObject({ error: expect.stringContaining('provisionCreatorWallet') })
    expect(await rows()).toEqual([])
    await at.chain.send('owner', at.wallet, 'addOwnerAddress', [serverWallet])
    expect((await enabled()).listedPublicly).toBe(true)
  })

  it('refuses a smart wallet that is not deployed, or no longer confirms its owner: it is not the account’s now', async () => {
    const refused = { status: 403, code: 'wallet_authority_mismatch' }
    await at.chain.setCode(at.contracts.wallet, '0x')
    expect(await enable()).toMatchObject(refused)
    await at.chain.setCode(at.contracts.wallet, '0xfe')
    expect(await enable()).toMatchObject(refused)
    expect(await rows()).toEqual([])
  })

  it('refuses a wallet that was not provisioned, or not this one', async () => {
    expect(await enable({ serverWalletId: 'another' })).toMatchObject({ status: 409, code: 'server_wallet_mismatch' })
    await at.forget()
    expect(await enable()).toMatchObject({ status: 409, code: 'wallet_not_provisioned' })
  })
})

describe('error', () => {
  it.each([
    [{ agentType: 'eoa' }, 'agentType'],
    [{ smartWalletAddress: `0x${'0'.repeat(40)}` }, 'smartWalletAddress'],
    [{ serverWalletId: '' }, 'serverWalletId'],
    [{ serverWalletId: 'x'.repeat(129) }, 'serverWalletId'],
  ])('refuses %j', async (changes, field) => {
    const answer = await enable(changes)
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({ error: expect.stringContaining(`invalid_request: ${field}: `) })
  })
})

describe('security', () => {
  it('refuses a receipt without a signature', async () => {
    expect(await enable({}, await receiptHeaders(at.net))).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('refuses the smart wallet of somebody else, and a wallet with a key', async () => {
    for (const role of ['voter', 'stranger'] as const) {
      const headers = await sessionOf(at.net, role)
      expect(await enable({}, headers)).toMatchObject({ status: 403, code: 'wallet_authority_mismatch' })
      expect(await enable({ smartWalletAddress: addressOf(role) }, headers)).toMatchObject({
        status: 403,
        code: 'wallet_authority_mismatch',
      })
    }
    expect(await enable({ smartWalletAddress: addressOf('owner') })).toMatchObject({ status: 403 })
    expect(await rows()).toEqual([])
  })

  it('asks neither chain nor provider about wallets that are not the caller’s', async () => {
    const voter = await sessionOf(at.net, 'voter')
    const before = at.custody.requests().length
    await enable({}, voter)
    expect(at.custody.requests()).toHaveLength(before)
  })
})

it('of many requests at once leaves one row, which all answers show', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, (_, i) => enable({ listedPublicly: i % 2 === 0 })))
  const answers = all.map((answer) => dataOf(answer, EnabledCreatorAgent))
  expect(await rows()).toHaveLength(1)
  expect(
    Math.max(...answers.map(({ createdAt }) => createdAt)) - Math.min(...answers.map(({ createdAt }) => createdAt)),
  ).toBe(0)
})

const toHex = (text: string): `0x${string}` => `0x${text.slice(2)}`
