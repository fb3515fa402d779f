import { concatHex, createClient, encodeAbiParameters, encodeFunctionData, http, toFunctionSignature } from 'viem'
import { toCoinbaseSmartAccount } from 'viem/account-abstraction'
import { describe, expect, test } from 'vitest'
import { DeployConfig, SmartWalletOwners, SmartWalletOwnership } from '../../../schema/workspace/deployAnswers.ts'
import { multiOwnableAbi } from '../../../shared/abi/multiOwnable.ts'
import { accountOf, dataOf, requestsWith, toAnswer } from '../../account/support.ts'
import { deployAltered } from '../../support/deployAltered.ts'
import { startDeployNet } from './startDeployNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startDeployNet())

const ownersOf = async (smartWallet: string) =>
  dataOf(await net.post('smartWalletOwners', { smartWallet }), SmartWalletOwners)
const isOwner = async (smartWallet: string, ownerAddress: string) =>
  dataOf(await net.post('smartWalletOwner', { smartWallet, ownerAddress }), SmartWalletOwnership)
const number = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const bytes = (value: `0x${string}`) => encodeAbiParameters([{ type: 'bytes' }], [value])
/** The wallet of the local world, with other answers to some calls. */
const altered = (answers: Readonly<Record<string, `0x${string}`>>) =>
  deployAltered(net.rpcUrl, net.world.contracts.wallet, answers)

describe('listSmartWalletOwners', () => {
  test('names all owners with their indices, in one request at one block', async () => {
    const { wallet } = net.world.contracts
    const owner = accountOf(net, 'owner').address
    const before = await ownersOf(wallet)
    expect(before.owners[0]).toEqual({ index: 0, type: 'address', address: owner, x: null, y: null })
    const added = accountOf(net, 'voter').address
    const data = encodeFunctionData({ abi: multiOwnableAbi, functionName: 'addOwnerAddress', args: [added] })
    await net.send(owner, { to: wallet, data })
    net.proxy.reset()
    const after = await ownersOf(wallet)
    expect(requestsWith(net.proxy, wallet)).toBe(1)
    expect(after).toMatchObject({
      ownerCount: before.ownerCount + 1,
      nextOwnerIndex: before.nextOwnerIndex + 1,
      complete: true,
      asOf: { chainId: net.world.chainId },
    })
    expect(after.owners.at(-1)).toMatchObject({ index: before.nextOwnerIndex, address: added })
  })

  test('distinguishes passkeys, accounts, and owners that are neither', async () => {
    const [x, y] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
    const one = { 'nextOwnerIndex()': number(1n), 'ownerCount()': number(1n) }
    const passkey = await altered({ ...one, 'ownerAtIndex(uint256)': bytes(concatHex([x, y])) })
    expect((await ownersOf(passkey)).owners).toEqual([{ index: 0, type: 'publicKey', address: null, x, y }])
    for (const neither of ['0x1234', x] as const) {
      const other = await altered({ ...one, 'ownerAtIndex(uint256)': bytes(neither) })
      expect((await ownersOf(other)).owners).toMatchObject([{ type: 'unknown', address: null, x: null }])
    }
  })

  test('looks at so many indices and no more', async () => {
    const endless = await altered({ 'nextOwnerIndex()': number(1_000_000n), 'ownerCount()': number(900_000n) })
    const answer = await ownersOf(endless)
    expect(answer).toMatchObject({ ownerCount: 900_000, nextOwnerIndex: 1_000_000, complete: false })
    expect(answer.owners.length).toBeLessThanOrEqual(32)
  })

  test('a contract of another kind, none at all, and one that contradicts itself prove nothing', async () => {
    const contradicting = await altered({ 'ownerCount()': number(7n) })
    const everybodys = await altered({ 'isOwnerAddress(address)': number(1n) })
    const huge = await altered({ 'nextOwnerIndex()': `0x${'ff'.repeat(32)}` })
    for (const smartWallet of [net.world.contracts.usdc, net.sender, contradicting, everybodys, huge])
      expect(await net.post('smartWalletOwners', { smartWallet })).toMatchObject({
        status: 400,
        code: 'not_a_smart_wallet',
      })
  })

  test('the wallet that the field uses has these functions', async () => {
    const client = createClient({ transport: http(net.rpcUrl) })
    const { abi } = await toCoinbaseSmartAccount({
      client,
      address: net.world.contracts.wallet,
      owners: [accountOf(net, 'owner')],
      version: '1.1',
    })
    const published = abi.flatMap((item) => (item.type === 'function' ? [toFunctionSignature(item)] : []))
    const own = multiOwnableAbi.map((item) => toFunctionSignature(item))
    expect(own.filter((signature) => !published.includes(signature))).toEqual([])
  })
})

describe('checkSmartWalletOwner', () => {
  test('says whether an address is an owner, in one request', async () => {
    const { wallet } = net.world.contracts
    net.proxy.reset()
    const owner = accountOf(net, 'owner').address
    expect(await isOwner(wallet, owner)).toMatchObject({ isOwner: true, smartWallet: wallet, ownerAddress: owner })
    expect(requestsWith(net.proxy, wallet)).toBe(1)
    expect(await isOwner(wallet, accountOf(net, 'stranger').address)).toMatchObject({ isOwner: false })
  })

  test('what proves nothing is no “no”', async () => {
    const everybodys = await altered({ 'isOwnerAddress(address)': number(1n) })
    for (const smartWallet of [net.world.contracts.usdc, net.sender, everybodys])
      expect(await net.post('smartWalletOwner', { smartWallet, ownerAddress: net.sender })).toMatchObject({
        status: 400,
        code: 'not_a_smart_wallet',
      })
  })
})

describe('getDeployConfig', () => {
  test('names contracts by role, and says of those that are not there that they are not', async () => {
    const answer = await toAnswer(await fetch(`${net.api}/deploy/config`, { headers: net.headers }))
    const { contracts, chainId, limits } = dataOf(answer, DeployConfig)
    const { registry, usdc } = net.world.contracts
    expect(chainId).toBe(net.world.chainId)
    expect(contracts).toMatchObject({
      registry: { address: registry, reason: null },
      usdc: { address: usdc, reason: null },
    })
    for (const { address, reason } of Object.values(contracts)) expect(reason === null).toBe(address !== null)
    expect(limits).toMatchObject({ callsPerPlan: 16 })
  })
})
