import { parseUnits } from 'viem'
import { addressOf } from './accounts.ts'
import type { Chain, Contract } from './openChain.ts'

/** The gauge and the contracts that its votes depend on. */
export type Gauge = { gaugeVoting: Contract; veUtility: Contract }

type Wiring = { registry: Contract; veToken: Contract; vaults: readonly [Contract, Contract] }

const week = 604_800
const coins = (amount: string) => parseUnits(amount, 18)

/** A gauge that accepts votes for two vaults from its first Thursday on. */
export async function deployGauge(chain: Chain, { registry, veToken, vaults }: Wiring): Promise<Gauge> {
  const veUtility = await chain.deploy('VeUtility', [veToken.address])
  const gaugeVoting = await chain.deploy('GaugeVoting', [veToken.address, registry.address, addressOf('owner')])
  await chain.send('owner', gaugeVoting, 'setUtility', [veUtility.address])
  for (const vault of vaults) await chain.send('owner', gaugeVoting, 'setWhitelisted', [vault.address, true])
  return { gaugeVoting, veUtility }
}

/**
 * The first epoch with votes, the current one or, within its last three hours, the next: `voter` uses most of the
 * lock's power, votes, takes the votes back, and votes again after the owner voided the epoch.
 */
export async function voteFirst(chain: Chain, gauge: Gauge, { vaults }: Pick<Wiring, 'vaults'>): Promise<void> {
  const { gaugeVoting, veUtility } = gauge
  const [first, second] = vaults.map(({ address }) => address)
  const now = Number((await chain.latest()).timestamp)
  const left = week - (now % week)
  if (left < 3 * 3600) await chain.setTime(now + left)
  await chain.send('voter', veUtility, 'claimVe33', [coins('100000')])
  await chain.send('voter', veUtility, 'claimVeLottery', [coins('20000')])
  await chain.send('voter', gaugeVoting, 'vote', [[first], [1]])
  await chain.send('voter', gaugeVoting, 'resetVotes')
  await chain.send('voter', gaugeVoting, 'vote', [[second], [1]])
  await chain.send('owner', gaugeVoting, 'emergencyReset')
  await chain.send('voter', gaugeVoting, 'vote', [
    [second, first],
    [2, 1],
  ])
}

/** The votes of the epoch that contains `now` (unix seconds): three parts for the first vault, one for the second. */
export async function voteLately(
  chain: Chain,
  { gaugeVoting }: Gauge,
  { vaults, now }: Pick<Wiring, 'vaults'> & { now: number },
): Promise<void> {
  // In this epoch, and before the freeze of its last hour.
  await chain.setTime(now - Math.min(7200, Math.floor((now % week) / 2)))
  await chain.send('voter', gaugeVoting, 'vote', [vaults.map(({ address }) => address), [3, 1]])
}
