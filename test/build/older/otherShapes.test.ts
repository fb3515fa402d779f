import type { Address } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildAuctionSubmitBid } from '../../../functions/build/auction/buildAuctionSubmitBid.ts'
import { buildVetokenLock } from '../../../functions/build/vetoken/buildVetokenLock.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain, type Chain } from '../../../localnet/world/openChain.ts'
import { compileSolidity } from '../../../platform/compile.ts'
import { refusal } from '../../auth/support.ts'
import { contextOver, given, SENDER, toData } from '../properties.ts'
import { useBorrowedWorld } from '../../support/useNet.ts'

let chain: Chain
let token: Address
let escrow: Address

const { anvil, world } = useBorrowedWorld()
beforeAll(async () => {
  const compiled = await compileSolidity({ sources: ['test/build/older/OddTokens.sol'] })
  chain = await openChain({ rpcUrl: anvil.url, artifacts: { ...(await loadArtifacts()), ...compiled } })
  token = (await chain.deploy('OddToken', [SENDER])).address
  escrow = (await chain.deploy('MeasuringEscrow', [token])).address
})

const contextWith = (roles: Record<string, Address>) =>
  contextOver({ urls: [anvil.url], contracts: { ...world.contracts, ...roles } })

describe('a token whose symbol is 32 bytes and whose transfers deliver less than was sent', () => {
  it('goes by that symbol, and only the amount that the escrow returns is reported', async () => {
    const body = given({ amount: 10n ** 18n, durationSec: 100n * 86_400n + 7n })
    const answer = toData(await buildVetokenLock(body, contextWith({ veToken: escrow })))
    const sentence = `Lock 1 ODD (${token}) in the vote escrow ${escrow} for 100 days 7 seconds.`
    expect(answer.description.startsWith(sentence)).toBe(true)
    expect(answer).toMatchObject({
      issues: [{ code: 'unexpected_effect', message: expect.stringContaining('its lock') }],
      simulation: { status: 'ok' },
      effectiveEnd: null,
      votingPower: String(99n * 10n ** 16n),
    })
    expect(answer.approvals.map(({ args }) => args)).toEqual([{ spender: escrow, amount: String(10n ** 18n) }])
  })
})

describe('Permit2', () => {
  it('that has no code where it should be gets no allowance', async () => {
    const { auctionErc20 } = world.contracts
    const body = given({
      auction: auctionErc20,
      maxPriceQ96: 2n ** 90n,
      amountWei: 5n,
      owner: SENDER,
      rounding: 'down',
    } as const)
    for (const permit2 of [SENDER, world.contracts.usdc]) {
      const { code, detail } = await refusal(buildAuctionSubmitBid(body, contextWith({ permit2 })))
      expect({ code, detail }).toEqual({
        code: 'role_not_configured',
        detail: `permit2 ${permit2} does not answer as Permit2`,
      })
    }
  })
})
