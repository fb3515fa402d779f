import { encodeAbiParameters, encodeFunctionData, numberToHex, parseAbi, type Address } from 'viem'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CompletedLink, MiniappStatus } from '../../schema/chatapp/answers.ts'
import { type Member, payload, startLinkNet } from '../account/startLinkNet.ts'
import { bearer, dataOf, toAnswer } from '../account/support.ts'
import { openFactory, post } from '../account/wallet/support.ts'
import { ask } from '../support/ask.ts'
import type { Person } from './joinChatapp.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
let factory: Awaited<ReturnType<typeof openFactory>>
const net = useNet(() => startLinkNet(proxy.nodeUrl))
beforeAll(async () => {
  factory = await openFactory(net)
})

/** Ada with her chat user, whose account has no smart wallet yet, and one that is hers on the chain. */
let ada: Member
let chat: Person
let smartWallet: Address
beforeEach(async () => {
  ada = await net.member()
  payload(await net.link(ada, { provider: 'email' }))
  chat = await net.linkChat(ada.email)
  smartWallet = await factory.walletOf(ada.wallet.address)
})
afterEach(() => void (proxy.mode = 'pass'))

const complete = async () => {
  const { sessionToken, headers } = chat
  return dataOf(await net.chat('link/complete', { sessionToken }, headers), CompletedLink)
}
const status = async () => {
  const answer = await fetch(`${net.sockets['chatapp']}/chatapp/miniapp/status`, { headers: bearer(chat.sessionToken) })
  return dataOf(await toAnswer(answer), MiniappStatus).link
}
/** The state by both operations, which agree. */
const linkState = async () => {
  const { link, account } = await complete()
  expect(await status()).toMatchObject({ ...link, lastVerifiedAt: expect.any(String) })
  expect(account.ownerVerified).toBe(link.ownerVerified)
  return [link.ownerVerified, link.linkStatus]
}
const confirm = (headers = bearer(ada.session)) =>
  post(net.api, 'confirm-owner', { smartWallet, ownerAddress: ada.wallet.address }, headers)
async function removeOwner(owner: Address) {
  const abi = parseAbi([
    'function removeOwnerAtIndex(uint256 index, bytes owner)',
    'function addOwnerAddress(address owner)',
  ])
  await ask(net.rpcUrl, 'anvil_impersonateAccount', smartWallet)
  await ask(net.rpcUrl, 'anvil_setBalance', smartWallet, numberToHex(10n ** 18n))
  const owned = encodeAbiParameters([{ type: 'address' }], [owner])
  for (const data of [
    encodeFunctionData({ abi, functionName: 'addOwnerAddress', args: [net.world.contracts.vault] }),
    encodeFunctionData({ abi, functionName: 'removeOwnerAtIndex', args: [0n, owned] }),
  ])
    expect(
      await ask(net.rpcUrl, 'eth_sendTransactionSync', { from: smartWallet, to: smartWallet, data, gas: '0x4c4b40' }),
    ).toMatchObject({ status: '0x1' })
}

test('is said once confirm-owner has confirmed it, and no longer when the ownership ends', async () => {
  expect(await linkState()).toEqual([false, 'pending_wallet_setup'])
  expect((await confirm()).json).toMatchObject({ data: { status: 'owner_confirmed', linked: true } })
  expect(await linkState()).toEqual([true, 'active'])
  await removeOwner(ada.wallet.address)
  expect(await linkState()).toEqual([false, 'pending_wallet_setup'])
})

test('is read as of now, in one request upstream', async () => {
  await confirm()
  proxy.reset()
  expect(await status()).toMatchObject({ ownerVerified: true, canonicalCswAddress: smartWallet })
  expect(proxy.requests.length).toBe(1)
})

test('is unknown, and neither true nor false, while the chain cannot be read', async () => {
  await confirm()
  proxy.mode = 'drop'
  expect(await linkState()).toEqual([null, 'active'])
  proxy.mode = 'pass'
  expect(await linkState()).toEqual([true, 'active'])
})

test('is false for an account without a smart wallet, whatever the chain says or does not', async () => {
  proxy.mode = 'drop'
  expect(await linkState()).toEqual([false, 'pending_wallet_setup'])
})

test('is not said of a wallet that has an owner of somebody else’s account', async () => {
  const eve = await net.member()
  payload(await net.link(eve, { provider: 'email' }))
  expect(await confirm(bearer(eve.session))).toMatchObject({ code: 'wallet_authority_mismatch' })
  chat = await net.linkChat(eve.email)
  expect(await linkState()).toEqual([false, 'pending_wallet_setup'])
})
