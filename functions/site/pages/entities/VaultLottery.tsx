import { cutPercent, dollars, exact, short } from '../../draw/numbers.ts'
import type { Jackpot, Votes } from './answers.ts'
import { PartOf } from './EntityHead.tsx'
import type { VaultPage } from './EntityPage.ts'
import { Fact, From, NotRead } from './Facts.tsx'

interface VaultVotesProps extends Pick<VaultPage, 'votes'> {
  readonly vault: string
}

/** The gauge votes for a vault in this epoch. */
export function VaultVotes({ vault, votes }: VaultVotesProps) {
  if (votes === undefined) return null
  return (
    <PartOf id="votes" title="Votes" source={<From operationId="listGaugeVaults" query="/v1/gauge/vaults" />}>
      {'code' in votes ? (
        <NotRead what="The votes" code={votes.code} />
      ) : (
        <Weight votes={votes.data} own={votes.data.vaults.find((one) => one.vault === vault)} vault={vault} />
      )}
    </PartOf>
  )
}

interface WeightProps {
  readonly votes: Votes
  readonly own: Votes['vaults'][number] | undefined
  readonly vault: string
}

function Weight({ votes: { currentEpoch, vaults }, own, vault }: WeightProps) {
  if (own === undefined) return <p class="about">The gauge does not list this vault: it cannot receive votes.</p>
  return (
    <>
      <p>
        <b>{own.weight === '0' ? '0%' : cutPercent(own.weightBps)}</b> of the votes of{' '}
        {currentEpoch === null ? 'this epoch' : `epoch ${currentEpoch}`}, split among {vaults.length}{' '}
        {vaults.length === 1 ? 'vault' : 'vaults'}. Votes raise the chance of this vault’s lottery tickets. Anyone who
        locks share tokens can vote.
      </p>
      <p class="actions">
        <a
          class="button quiet"
          href={`/docs/operations/buildGaugeVote?vaults=${encodeURIComponent(`["${vault}"]`)}#try-it`}
        >
          Vote for this vault
        </a>
        <a class="button quiet" href="/docs/operations/buildVetokenLock#try-it">
          Lock share tokens
        </a>
      </p>
    </>
  )
}

/** Jackpot of the vault, and what a ticket can win of it. */
export function VaultJackpot({ jackpot }: Pick<VaultPage, 'jackpot'>) {
  if (jackpot === undefined) return null
  const query = 'data' in jackpot ? { query: `/v1/lottery/creator/${jackpot.data.creatorCoin}` } : {}
  return (
    <PartOf id="jackpot" title="Jackpot" source={<From operationId="getLotteryCreator" {...query} />}>
      {'code' in jackpot ? <NotRead what="The jackpot" code={jackpot.code} /> : <Prize jackpot={jackpot.data} />}
    </PartOf>
  )
}

function Prize({ jackpot }: { readonly jackpot: Jackpot }) {
  const { jackpotBalanceShares, shareDecimals, jackpotUsd, payableUsd, payoutCapUsd, isActive } = jackpot
  return (
    <>
      <dl class="tiles">
        <Fact name="Jackpot, share tokens" title={exact(jackpotBalanceShares, shareDecimals)}>
          {short(jackpotBalanceShares, shareDecimals)}
        </Fact>
        <Fact name="Its value">{dollars(jackpotUsd)}</Fact>
        <Fact name="A win pays now">{dollars(payableUsd)}</Fact>
        <Fact name="Tickets and wins so far">
          {jackpot.entries} and {jackpot.winners}
        </Fact>
      </dl>
      <p class="about">
        {isActive === false
          ? 'The lottery accepts no tickets for this vault now.'
          : 'A trade of the share token is a ticket, and so is a free entry.'}{' '}
        A ticket without boosts wins what the page shows, at most {dollars(payoutCapUsd)} with any jackpot.
      </p>
    </>
  )
}
