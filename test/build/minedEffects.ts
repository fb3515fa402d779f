import { isAddressEqual } from 'viem'
import { expect } from 'vitest'
import * as z from 'zod'
import type { AccountRole } from '../../localnet/world/accounts.ts'
import type { Chain } from '../../localnet/world/openChain.ts'
import { EvmAddress } from '../../schema/common.ts'
import type { TestNet } from '../support/localnet.ts'
import { type Built, sendAll } from './support.ts'

type Effect = NonNullable<Built['effects']>[number]
const Pair = z.tuple([z.bigint(), z.bigint()]).rest(z.unknown())
const Votes = z.tuple([z.array(EvmAddress), z.array(z.bigint())])

/** The amount of an effect as the chain has it now. */
async function amountNow(
  net: TestNet,
  chain: Chain,
  { kind, address, contract, spender, id }: Effect,
): Promise<bigint> {
  const { lendpoolInfo, gaugeVoting } = net.world.contracts
  const token = chain.at('ShareToken', contract ?? lendpoolInfo)
  switch (kind) {
    case 'token':
      return z.bigint().parse(await chain.read(token, 'balanceOf', [address]))
    case 'allowance':
      return z.bigint().parse(await chain.read(token, 'allowance', [address, spender]))
    case 'debt':
    case 'collateral': {
      const info = chain.at('LendingPoolInfo', lendpoolInfo)
      const [debt, collateral] = Pair.parse(await chain.read(info, 'borrowerInfo', [contract, address]))
      return kind === 'debt' ? debt : collateral
    }
    case 'vote': {
      const gauge = chain.at('GaugeVoting', gaugeVoting)
      const [vaults, weights] = Votes.parse(await chain.read(gauge, 'getUserVotes', [address]))
      return weights[vaults.findIndex((vault) => id !== null && vault === id)] ?? 0n
    }
    default:
      throw new Error(`no amount of ${kind} is read`)
  }
}

/**
 * Sends what was built, unchanged: each amount then changes by exactly what was certain, and within what was bounded.
 * Gives the effects by account and kind.
 */
export async function expectMined(net: TestNet, chain: Chain, role: AccountRole, built: Built): Promise<string[]> {
  const effects = built.effects ?? []
  const amounts = () => Promise.all(effects.map((effect) => amountNow(net, chain, effect)))
  expect(built.issues.filter(({ code }) => code === 'unexpected_effect')).toEqual([])
  const before = await amounts()
  const sent = await sendAll(net, role, built)
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 'success'))
  const after = await amounts()
  effects.forEach(({ text, certainty, delta, least, most }, i) => {
    const mined = (after[i] ?? 0n) - (before[i] ?? 0n)
    if (certainty === 'certain') expect(mined, text).toBe(BigInt(delta ?? 0))
    if (least !== null) expect(mined, text).toBeGreaterThanOrEqual(BigInt(least))
    if (most !== null) expect(mined, text).toBeLessThanOrEqual(BigInt(most))
  })
  return effects.map(({ kind, address, certainty }) => {
    const own = isAddressEqual(address, built.from) ? 'sender' : address
    return `${kind} of ${own}: ${certainty}`
  })
}
