import { expect, test, vi } from 'vitest'
import { entryOf, signed, startAmoeNet } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startAmoeNet({ AMOE_FINALITY: '' }))

test('by default an entry is refunded as of the block that the node calls finalized, and none before it', async () => {
  const [member] = await net.join(1, 100)
  if (!member) throw new Error('nobody joined')
  const { nonce, deadline } = entryOf(await net.submit((await signed(net, member.account)).body, member.headers))
  const status = async () =>
    (await net.d1.prepare('select status from amoe_entries where nonce = ?').bind(nonce).first<{ status: string }>())
      ?.status
  await vi.waitUntil(async () => (await status()) === 'attested', { timeout: 45_000 })
  await net.node.setNextBlockTimestamp({ timestamp: BigInt(deadline) + 1n })
  // One block after the deadline, and the node calls final what is two blocks old.
  await net.node.mine({ blocks: 1, interval: 1 })
  await net.runSchedule('lottery')
  expect(await status()).toBe('attested')
  expect(await net.credits(member.account.address)).toBe(0)

  await net.node.mine({ blocks: 100, interval: 1 })
  await vi.waitUntil(async () => (await status()) === 'refunded', { timeout: 45_000, interval: 100 })
  expect(await net.credits(member.account.address)).toBe(100)
})
