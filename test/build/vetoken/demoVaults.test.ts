import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestNet } from '../../support/localnet.ts'
import { build, builtOf, sessionOf, startBuildNet } from '../support.ts'
import { prepared, useRpcProxy } from '../../support/useNet.ts'

const DURATION = '31536000'
const IN_TWO_YEARS = String(Math.floor(Date.now() / 1000) + 2 * Number(DURATION))

describe('the escrow takes the share token of a demo vault', () => {
  let net: TestNet
  const proxy = useRpcProxy()
  beforeAll(async () => {
    net = await startBuildNet({
      demoVaults: ({ contracts }) => [contracts.vault],
      nodeUrl: proxy.nodeUrl,
    })
  })
  const voter = prepared(() => sessionOf(net, 'voter'))
  afterAll(() => net?.stop())

  it.each(['lock', 'increase'])('%s is refused, named or not', async (action) => {
    const { shareToken, vault } = net.world.contracts
    const bodies =
      action === 'lock' ? [undefined, shareToken, vault].map((token) => ({ durationSec: DURATION, token })) : [{}]
    for (const body of bodies) {
      const answer = await build(net.api, `vetoken/${action}`, voter, { amount: '1', ...body })
      expect(answer).toMatchObject({ status: 403, code: 'demo_vault' })
      expect(answer.json).toMatchObject({ error: expect.stringMatching(/^demo_vault: (token|amount): 0x/) })
    }
  })

  it('what is locked already can be extended and taken out', async () => {
    expect(builtOf(await build(net.api, 'vetoken/extend', voter, { newEnd: IN_TWO_YEARS })).data).toMatch(/^0x44ee3a1c/)
    expect(builtOf(await build(net.api, 'vetoken/unlock', voter)).data).toBe('0xa69df4b5')
  })

  it('a demo vault that is named itself is refused without a node too', async () => {
    proxy.mode = 'drop'
    const answer = await build(net.api, 'vetoken/lock', voter, {
      amount: '1',
      durationSec: DURATION,
      token: net.world.contracts.vault,
    })
    expect(answer).toMatchObject({ status: 403, code: 'demo_vault' })
    proxy.mode = 'pass'
  })
})

describe('another vault is a demo vault', () => {
  let net: TestNet
  beforeAll(async () => {
    net = await startBuildNet({ demoVaults: ({ contracts }) => [contracts.vault2] })
  })
  const bidder = prepared(() => sessionOf(net, 'bidder'))
  afterAll(() => net?.stop())

  it('its share token is refused by the registry’s word, others are built', async () => {
    const { shareToken2, shareToken } = net.world.contracts
    const lock = (token: string) =>
      build(net.api, 'vetoken/lock', bidder, { amount: '1', durationSec: DURATION, token })
    expect(await lock(shareToken2)).toMatchObject({ status: 403, code: 'demo_vault' })
    expect(builtOf(await lock(shareToken)).issues).toEqual([])
  })
})
