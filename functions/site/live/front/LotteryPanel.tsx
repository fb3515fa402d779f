import { dollars, ends, short } from '../../draw/numbers.ts'
import { ago } from '../../draw/timeLeft.ts'
import type { Lottery } from './answers.ts'
import { Panel } from './Panel.tsx'
import { LOTTERY } from './sources.ts'
import { useNow, useReading } from './useReading.ts'

const MOST_WINS = 3

export function LotteryPanel() {
  const reading = useReading<Lottery>(LOTTERY)
  return (
    <Panel reading={reading} what="The lottery">
      {({ jackpot, recentWinners, health }) => (
        <>
          <p class="figure">
            {dollars(jackpot?.totalUsd ?? jackpot?.pricedUsd ?? null)}{' '}
            <small>in all jackpots{jackpot !== null && jackpot.totalUsd === null ? ' that have a price' : ''}</small>
          </p>
          <p>
            A ticket can win {dollars(jackpot?.payableUsd ?? null)} now, and at most{' '}
            {dollars(jackpot?.payoutCapUsd ?? null)}. A trade of a share token is a ticket, and so is a free entry.
            {health.status === 'ok' ? '' : HEALTH[health.status]}
          </p>
          <Winners wins={recentWinners} lanes={jackpot?.lanes ?? []} />
        </>
      )}
    </Panel>
  )
}

const HEALTH = {
  degraded: ' Some parts of the lottery do not fully work now.',
  down: ' No ticket can be entered now.',
} as const

interface WinnersProps {
  readonly wins: Lottery['recentWinners']
  readonly lanes: NonNullable<Lottery['jackpot']>['lanes']
}

function Winners({ wins, lanes }: WinnersProps) {
  const now = useNow()
  if (wins === null) return <p class="waiting">The newest wins could not be read.</p>
  const paid = wins.filter(({ type }) => type === 'LotteryWinner').slice(0, MOST_WINS)
  if (paid.length === 0) return <p class="waiting">Nobody has won yet.</p>
  return (
    <ul class="rows">
      {paid.map(({ transactionHash, user = '', creatorCoin, rewardAmount = null, timestamp }) => (
        <li key={transactionHash}>
          <code title={user}>{ends(user)}</code>
          <span>{short(rewardAmount, decimalsIn(lanes, creatorCoin))} share tokens</span>
          <small>{timestamp === null ? '' : ago(timestamp, now)}</small>
        </li>
      ))}
    </ul>
  )
}

const decimalsIn = (lanes: WinnersProps['lanes'], coin: string | undefined): number | null =>
  lanes.find(({ creatorCoin }) => creatorCoin === coin)?.shareDecimals ?? null
