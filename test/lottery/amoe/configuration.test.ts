import { describe, expect, test } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { entryOf, hexOf, signed, startAmoeNet } from './support.ts'
import { attestorAddress } from '../../../localnet/world/lottery.ts'
import { minedReceipt } from '../../../localnet/world/minedReceipt.ts'
import { useNet } from '../../support/useNet.ts'

describe('with AMOE_ATTESTATION=chain-hash', () => {
  const net = useNet(
    () =>
      startAmoeNet({
        AMOE_ATTESTATION: 'chain-hash',
        SOCIAL_API_TOKEN: '',
      }),
    120_000,
  )

  test('a submitted challenge becomes an entry at a router that gives out its own hash', async () => {
    await net.chain.send('owner', net.contract('amoeRouter'), 'setAttestor', [attestorAddress, true])
    const [member] = await net.join(1, 100)
    if (!member) throw new Error('nobody joined')
    const { body } = await signed(net, member.account)
    const entry = entryOf(await net.submit(body, member.headers))
    expect(entry).toMatchObject({ attestation: 'chain-hash', attestor: attestorAddress, creditsRemaining: 0 })
    expect(entryOf(await net.submit(body, member.headers))).toEqual(entry)
    const hash = await net.node.sendUnsignedTransaction({
      from: addressOf('stranger'),
      to: entry.to,
      data: hexOf(entry.data),
    })
    const { status } = await minedReceipt(net.node, hash)
    expect(status).toBe('success')
  })

  test('a node that does not answer costs nothing: the same again is paid and gets the attestation', async () => {
    const [member] = await net.join(1, 100)
    if (!member) throw new Error('nobody joined')
    const { body } = await signed(net, member.account)
    net.proxy.mode = { status: 500 }
    const failed = await net.submit(body, member.headers)
    net.proxy.reset()
    expect([failed.status, failed.code]).toEqual([502, 'upstream_failed'])
    expect(await net.credits(member.account.address)).toBe(100)
    expect(entryOf(await net.submit(body, member.headers))).toMatchObject({ creditsRemaining: 0 })
    expect(await net.credits(member.account.address)).toBe(0)
  })

  test('without a token of the platform a check-in is 503, and uses nothing up', async () => {
    const [member] = await net.join(1, 0)
    if (!member) throw new Error('nobody joined')
    const answer = await net.checkin({ postId: net.post(member.author) }, member.headers)
    expect([answer.status, answer.code]).toEqual([503, 'posts_not_configured'])
    expect(await net.credits(member.account.address)).toBe(0)
  })
})
