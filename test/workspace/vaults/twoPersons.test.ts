import type { Address, LocalAccount } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { OwnerConfirmation } from '../../../schema/account/walletAnswers.ts'
import { openFactory, post } from '../../account/wallet/support.ts'
import { accountOf, type Answer, bearer, dataOf, signIn } from '../../account/support.ts'
import { type Headers, startWorkspaceNet } from './startWorkspaceNet.ts'
import { useNet } from '../../support/useNet.ts'

let factory: Awaited<ReturnType<typeof openFactory>>
const net = useNet(() => startWorkspaceNet())
beforeAll(async () => {
  factory = await openFactory(net)
})

const give = (by: Headers, address: string, role: string | null) =>
  net.done(by, 'settings.members.set', { address, role })
const ask = async (by: Headers): Promise<string> =>
  (
    await net.done(by, 'strategy.execute', {
      strategyAddress: net.lendpoolStrategy,
      actionType: 'strategy.lendpool.rebucket',
      params: { bucket: 4200 },
    })
  ).approvalId ?? ''
const approve = (by: Headers, approvalId: string) => net.act(by, 'approval.approve', { approvalId })
const reasonOf = ({ json }: Answer) => /payload\.approvalId: (\w+):/.exec(JSON.stringify(json))?.[1]

/** All that the workspace and the accounts recorded so far happened earlier than it did. */
async function letPass(seconds: number): Promise<void> {
  await net.d1.batch(
    [
      `update workspace_members set created_at = created_at - ${seconds}`,
      `update workspace_audit_logs set created_at = created_at - ${seconds}`,
      `update workspace_approvals set created_at = created_at - ${seconds}`,
      `update workspace_appointments set created_at = created_at - ${seconds}, since = since - ${seconds}, ended_at = ended_at - ${seconds}`,
      `update person_joins set since = since - ${seconds}, until = until - ${seconds}`,
    ].map((statement) => net.d1.prepare(statement)),
  )
}

/** Ends what a test has begun, so that the next one can ask for the same action. */
async function settle(): Promise<void> {
  await net.rows("update actions set status = 'executed'")
  await net.rows("update workspace_approvals set status = 'cancelled', decided_at = created_at")
  await net.rows("update workspace_task_state set status = 'done'")
}

/** Somebody with a key wallet, and smart wallets of it that are linked to the account, all ADMIN. */
async function adminWithSmartWallets() {
  const { account, headers, address } = await net.member('ADMIN')
  const smart: Address[] = []
  for (const salt of [1n, 2n]) {
    const smartWallet = await factory.addressOf(address, salt)
    await factory.create(address, salt)
    const linked = await post(net.api, 'confirm-owner', { smartWallet, ownerAddress: address }, headers)
    expect(dataOf(linked, OwnerConfirmation)).toMatchObject({ linked: true })
    await give(net.owner, smartWallet, 'ADMIN')
    smart.push(smartWallet)
  }
  return { account, headers, smart }
}
const asSmart = async (address: Address, key: LocalAccount): Promise<Headers> =>
  bearer((await signIn(net.api, { address, signMessage: ({ message }) => key.signMessage({ message }) })).token)

describe('security', () => {
  test('an admin who appoints a puppet by a second smart wallet, and unlinks that, is still one person', async () => {
    const { account, headers, smart } = await adminWithSmartWallets()
    const [first, second] = smart
    if (!first || !second) throw new Error('no smart wallets')
    const puppet = net.newAccount()
    await give(await asSmart(second, account), puppet.address, 'OPERATOR')
    await letPass(60)
    const unlinked = await post(net.api, 'disconnect-external', { address: second }, headers)
    expect(unlinked.status).toBe(200)
    await letPass(60)
    const approvalId = await ask(await net.sessionOf(puppet))
    await letPass(60)
    for (const by of [await asSmart(first, account), headers]) {
      const answer = await approve(by, approvalId)
      expect([answer.code, reasonOf(answer)]).toEqual(['second_person_required', 'appointments'])
    }
    expect(await net.rows(`select status from workspace_approvals where id = '${approvalId}'`)).toEqual([
      { status: 'pending' },
    ])
    expect((await approve(net.owner, approvalId)).status).toBe(200)
    await settle()
  })

  test('nobody approves an own request by another wallet, not even after the account is deleted', async () => {
    const one = await net.member('ADMIN')
    const other = await net.member('ADMIN')
    await net.addWallet(one.address, other.address)
    const approvalId = await ask(one.headers)
    await letPass(60)
    await net.rows('delete from profile_wallets where address = ?', one.address.toLowerCase())
    await net.rows('delete from profile_wallets where address = ?', other.address.toLowerCase())
    const answer = await approve(await net.sessionOf(other.account), approvalId)
    expect([answer.code, reasonOf(answer)]).toEqual(['second_person_required', 'own_request'])
    const rejected = await net.act(other.headers, 'approval.reject', { approvalId })
    expect(reasonOf(rejected)).toBe('own_request')
    // It is one's own request: that wallet withdraws it.
    expect(await net.done(other.headers, 'approval.cancel', { approvalId })).toMatchObject({ status: 'cancelled' })
    await settle()
  })

  test('a member who shared an account since one of them got the role is joined to the other', async () => {
    const one = await net.member('ADMIN')
    const other = await net.member('ADMIN')
    const account = `account:shared-${one.address}`
    await net.d1.batch(
      [one, other].map(({ address }) =>
        net.d1
          .prepare('insert into person_joins (a, b, since, until) values (?, ?, ?, ?)')
          .bind(account, `wallet:${address.toLowerCase()}`, 1, Math.floor(Date.now() / 1000) + 1),
      ),
    )
    await letPass(60)
    const approvalId = await ask(one.headers)
    expect(reasonOf(await approve(other.headers, approvalId))).toBe('joined')
    // It ended before the two got the role, and before the request.
    await net.rows('update person_joins set until = 2 where a = ?', account)
    expect((await approve(other.headers, approvalId)).status).toBe(200)
    await settle()
  })

  test('the owner approves what others ask for, and never their own request', async () => {
    const second = net.newAccount()
    const bySecond = await net.sessionOf(second)
    await give(net.owner, second.address, 'ADMIN')
    await net.addWallet(accountOf(net, 'owner').address, second.address)
    const own = await ask(net.owner)
    for (const by of [net.owner, bySecond]) expect(reasonOf(await approve(by, own))).toBe('own_request')
    const admin = await net.member('ADMIN')
    expect((await approve(admin.headers, own)).status).toBe(200)
    await settle()
    const theirs = await ask(admin.headers)
    expect((await approve(net.owner, theirs)).status).toBe(200)
    await settle()
  })
})
