import { type Address, encodeFunctionData, type LocalAccount, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { OwnerConfirmation } from '../../../schema/account/walletAnswers.ts'
import { WorkspaceActionResult } from '../../../schema/workspace/actionResult.ts'
import { accountOf, type Answer, dataOf } from '../../account/support.ts'
import { agentOf, type Headers, startAuthorityNet } from '../../account/authority/support.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startAuthorityNet('persons'))

/** Sends a request as somebody, by a session or by signed requests. */
type Send = (body: unknown) => Promise<Answer>
const by =
  (headers: Headers): Send =>
  (body) =>
    net.post('/v1/workspace/actions', headers, body)

async function ask(send: Send): Promise<string> {
  await net.d1.prepare("update actions set status = 'executed'").run()
  await net.d1.prepare("update workspace_approvals set status = 'cancelled', decided_at = created_at").run()
  const payload = {
    strategyAddress: net.world.contracts.lendpoolStrategy,
    actionType: 'strategy.lendpool.rebucket',
    params: { bucket: 4200 },
  }
  return (
    dataOf(await send({ vault: net.vault, action: 'strategy.execute', payload }), WorkspaceActionResult).approvalId ??
    ''
  )
}
const decide = (send: Send, approvalId: string, decision = 'approve') =>
  send({ vault: net.vault, action: `approval.${decision}`, payload: { approvalId } })
/** The reason of a refusal, or its code; `approved` if there is none. */
async function approve(send: Send, approvalId: string): Promise<string | undefined> {
  const { status, code, json } = await decide(send, approvalId)
  if (status === 200) return 'approved'
  return code === 'second_person_required'
    ? /payload\.approvalId: (\w+):/.exec(JSON.stringify(json))?.[1]
    : (code ?? undefined)
}

/** A wallet of two owners with a role on the vault; the first owner has linked it. */
async function shared(role: 'ADMIN' | null = 'ADMIN') {
  const [one, two] = [await net.person(), await net.person()]
  const wallet = await net.walletOf(one.account, two.account)
  await link(one, wallet)
  if (role) await net.appoint(wallet, role)
  return { one, two, wallet }
}
const link = async (by: { readonly headers: Headers; readonly address: string }, wallet: Address) =>
  expect(
    dataOf(
      await net.post('/wallet/confirm-owner', by.headers, { smartWallet: wallet, ownerAddress: by.address }),
      OwnerConfirmation,
    ),
  ).toMatchObject({ linked: true })
async function admin() {
  const person = await net.person()
  await net.appoint(person.address, 'ADMIN')
  return person
}
const asWallet = async (wallet: Address, key: LocalAccount): Promise<Send> => by(await net.asWallet(wallet, key))

const giveVault = (from: Address, to: Address) =>
  net.send(
    from,
    net.vault,
    encodeFunctionData({
      abi: parseAbi(['function transferOwnership(address to)']),
      functionName: 'transferOwnership',
      args: [to],
    }),
  )

describe('security', () => {
  test('a key that signs as an agent’s wallet, and in its own session, is one person, whichever asks', async () => {
    const owner = accountOf(net, 'owner')
    const { wallet } = net.world.contracts
    const one = await net.person()
    await net.addOwner(wallet, owner, one.address)
    // Opened by its own first sign-in; a person links it after that.
    await net.d1.prepare('delete from profile_wallets where address = ?').bind(wallet.toLowerCase()).run()
    await link(one, wallet)
    await net.appoint(wallet, 'ADMIN')
    const agent = await agentOf(net, 1, one.account, wallet)
    const asAgent: Send = (body) => agent.send('POST', '/v1/workspace/actions', body)
    const own = by(one.headers)
    expect(await approve(own, await ask(asAgent))).toBe('own_request')
    expect(await approve(asAgent, await ask(own))).toBe('own_request')
  })

  test('two owners of the wallet that has the only role are not two people, whichever asks', async () => {
    const { one, two, wallet } = await shared()
    const [asOne, asTwo, own] = [
      await asWallet(wallet, one.account),
      await asWallet(wallet, two.account),
      by(one.headers),
    ]
    for (const [asker, approver] of [
      [asTwo, own],
      [own, asTwo],
      [asOne, asTwo],
    ] as const)
      expect(await approve(approver, await ask(asker))).toBe('own_request')
  })

  test('a wallet that goes over to the requester after the request takes the approver with it', async () => {
    const { one, two, wallet } = await shared(null)
    for (const { address } of [one, two]) await net.appoint(address, 'ADMIN')
    const id = await ask(by(two.headers))
    await net.removeOwner(wallet, 0, one.account)
    await net.finalize()
    await link(two, wallet)
    expect(await approve(by(one.headers), id)).toBe('joined')
  })

  test('a wallet that is handed over to the requester’s key takes the approver with it, once that key signs in as it', async () => {
    const [one, two] = [await admin(), await admin()]
    const wallet = await net.walletOf(one.account)
    await link(one, wallet)
    const id = await ask(by(two.headers))
    await net.addOwner(wallet, one.account, two.address)
    await net.asWallet(wallet, two.account)
    expect(await approve(by(one.headers), id)).toBe('joined')
  })

  test('a wallet that does not say which key signed approves nothing, and nobody approves its requests', async () => {
    const [key, other] = [net.random.account(), await admin()]
    const wallet = (await net.chain.deploy('OneKeyWallet', [key.address])).address
    await net.appoint(wallet, 'ADMIN')
    const unknown = await asWallet(wallet, key)
    expect(await approve(unknown, await ask(by(other.headers)))).toBe('signer_unknown')
    const id = await ask(unknown)
    expect(await approve(by(other.headers), id)).toBe('signer_unknown')
    expect((await decide(unknown, id, 'cancel')).status).toBe(200)
  })
})

describe('happy', () => {
  test('owners of the contract that owns the vault are as many people as there are keys', async () => {
    const [one, two] = [await net.person(), await net.person()]
    const wallet = await net.walletOf(one.account, two.account)
    const owner = accountOf(net, 'owner').address
    await giveVault(owner, wallet)
    try {
      const [asOne, asTwo] = [await asWallet(wallet, one.account), await asWallet(wallet, two.account)]
      expect(await approve(asTwo, await ask(asOne))).toBe('approved')
      expect(await approve(asOne, await ask(asOne))).toBe('own_request')
    } finally {
      await giveVault(wallet, owner)
    }
  })

  test('two admins with a wallet each are two people, as an agent or in a session of the wallet', async () => {
    const [first, second] = [await shared(), await admin()]
    const asFirst = await asWallet(first.wallet, first.one.account)
    expect(await approve(by(second.headers), await ask(asFirst))).toBe('approved')
    expect(await approve(asFirst, await ask(by(second.headers)))).toBe('approved')
  })
})
