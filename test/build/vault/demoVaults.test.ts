import { describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { useNet } from '../../support/useNet.ts'
import { coins, startVaultNet } from './support.ts'

const net = useNet(() => startVaultNet({ demoVaults: ({ contracts }) => [contracts.vault] }))
const body = (as: 'stranger' | 'voter' | 'owner' | 'borrower', amount?: bigint) => ({
  from: addressOf(as),
  ...(amount === undefined ? {} : { amount: String(amount) }),
})

describe('a vault that has not launched', () => {
  it.each(['deposit', 'wrap'])('takes no %s, even of an unproven vault that is allowed', async (path) => {
    for (const allowUnproven of [false, true])
      expect(await net.post(path, { ...body('stranger', coins('1000')), allowUnproven })).toMatchObject({
        status: 403,
        code: 'demo_vault',
      })
  })

  it.each([
    ['withdraw', body('stranger', coins('100'))],
    ['redeem', body('stranger', coins('1000'))],
    ['queueWithdrawal', body('owner', coins('10000000'))],
    ['claimQueuedWithdrawal', body('borrower')],
    ['unwrap', body('voter', coins('1'))],
  ])('lets everybody out: %s', async (path, request) => {
    const { status, json } = await net.post(path, request)
    expect([status, json]).toMatchObject([200, { simulation: { status: 'ok' }, issues: [] }])
  })

  it('is no receiver of what another vault pays out', async () => {
    const { vault, vault2, shareToken } = net.world.contracts
    for (const receiver of [vault, shareToken])
      expect(await net.post('redeem', { vault: vault2, amount: '1000', receiver })).toMatchObject({
        status: 403,
        code: 'demo_vault',
      })
  })
})
