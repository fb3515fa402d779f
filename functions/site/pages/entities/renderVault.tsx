import { withoutSign } from '../../draw/withoutSign.ts'
import { exact, dollars, percent, short } from '../../draw/numbers.ts'
import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import type { Report } from './answers.ts'
import { AssetsOverTime } from './AssetsOverTime.tsx'
import { AuctionList } from './AuctionList.tsx'
import { Address, Fact, From } from './Facts.tsx'
import { PartOf, EntityHead } from './EntityHead.tsx'
import type { VaultPage } from './EntityPage.ts'
import { VaultJackpot, VaultVotes } from './VaultLottery.tsx'
import { VaultParts } from './VaultParts.tsx'

/** Vault shares that wrap into one share token. */
const SHARES_PER_TOKEN = 1000n

const WORDS: Readonly<Record<string, string>> = { pass: 'passed', warn: 'warning', fail: 'failed', info: 'note' }
/** Checks that need attention come first. */
const ORDER = ['fail', 'warn', 'info', 'pass']

/** Id of the entry that counts strategies: it checks nothing. */
const COUNT = 'strategy-count'

/** Checks of a vault, the worst first. */
function Checks({ sections }: Pick<Report, 'sections'>) {
  const checks = sections
    .flatMap(({ title, checks: all }) => all.map((check) => ({ ...check, section: title })))
    .filter(({ id }) => id !== COUNT)
  const sorted = checks.toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status))
  const passed = checks.filter(({ status }) => status === 'pass').length
  const shown = sorted.filter(({ status }) => status !== 'pass')
  return (
    <>
      <p class="about">
        {passed} of {checks.length} checks passed.
      </p>
      <List checks={shown} />
      <details class="figures">
        <summary>The {passed} that passed</summary>
        <List checks={sorted.filter(({ status }) => status === 'pass')} />
      </details>
    </>
  )
}

type Check = Report['sections'][number]['checks'][number] & { readonly section: string }

const List = ({ checks }: { readonly checks: readonly Check[] }) => (
  <ul class="checks">
    {checks.map(({ label, status, details, section }) => (
      <li>
        <span class={`check ${status}`}>{WORDS[status] ?? status}</span>
        <span>
          {label} <small>{section}</small>
          {details === null ? null : <span class="check-details">{details}</span>}
        </span>
      </li>
    ))}
  </ul>
)

/** The page of a creator vault: its report, its strategies, and whether its contracts agree. */
export function renderVault(frame: Frame, page: VaultPage): string {
  const { report, strategies, history } = page
  const { vault, provenance, asOf, metrics, context, prelaunch, sections, chainId } = report
  const { shareOFTAddress: shareToken, creatorSymbol: coin } = context
  const badges = [
    ...(prelaunch ? ['demonstration: no deposit is built'] : []),
    ...(metrics.paused === true ? ['paused'] : []),
    ...(metrics.isShutdown === true ? ['shut down'] : []),
    ...(metrics.vaultMode === null ? [] : [`${metrics.vaultMode} mode`]),
  ]
  const source = <From operationId="getVaultReport" query={`/v1/vault/${vault}/report`} />
  return renderPage(
    frame,
    <article class="thing">
      <EntityHead
        kind="Creator vault"
        doubt={frame.doubt}
        provenance={provenance}
        title={frame.doubt === undefined && context.vaultName ? withoutSign(context.vaultName) : frame.title}
        address={vault}
        moment={asOf}
        badges={badges}
        picture={shareToken && `/api/v1/token/${shareToken}/image?chain=${chainId}&format=png`}
      />
      <PartOf id="assets" title="Assets and shares" source={source}>
        <Assets metrics={metrics} context={context} />
      </PartOf>
      <AssetsOverTime vault={vault} history={history} coin={coin} now={{ asOf, totalAssets: metrics.totalAssets }} />
      <VaultParts vault={vault} metrics={metrics} strategies={strategies} coin={coin} />
      <AuctionList title="Auctions" auctions={page.auctions} query={`vault=${vault}`} />
      <VaultVotes vault={vault} votes={page.votes} />
      <VaultJackpot jackpot={page.jackpot} />
      <PartOf id="contracts" title="Contracts" source={source}>
        <dl class="addresses">
          <Fact name="Creator coin">
            <Address value={context.creatorToken} />
          </Fact>
          <Fact name="Share token">
            <Address value={context.shareOFTAddress} />
          </Fact>
          <Fact name="Wrapper">
            <Address value={context.wrapperAddress} />
          </Fact>
          <Fact name="Gauge controller">
            <Address value={context.gaugeAddress} />
          </Fact>
          <Fact name="Owner">
            <Address value={context.vaultOwner} />
          </Fact>
        </dl>
      </PartOf>
      <PartOf id="checks" title="Checks" source={source}>
        <Checks sections={sections} />
      </PartOf>
    </article>,
  )
}

function Assets({ metrics, context }: Pick<Report, 'metrics' | 'context'>) {
  const { totalAssets, assetDecimals, totalSupply, shareDecimals, assetsPerShareToken } = metrics
  const coin = context.creatorSymbol ?? 'coins'
  const each = assetsPerShareToken === null ? 'unknown' : Number(assetsPerShareToken).toPrecision(6)
  const tokens = totalSupply === null ? null : String(BigInt(totalSupply) / SHARES_PER_TOKEN)
  return (
    <>
      <dl class="tiles">
        <Fact name={`Assets, ${coin}`} title={exact(totalAssets, assetDecimals)}>
          {short(totalAssets, assetDecimals)}
        </Fact>
        <Fact name="Coin price" title={context.oraclePriceUsd ?? undefined}>
          {dollars(context.oraclePriceUsd)}
        </Fact>
        <Fact name={`${coin} per share token`} title={assetsPerShareToken ?? undefined}>
          {each}
        </Fact>
        <Fact name="Shares, as share tokens" title={exact(tokens, shareDecimals)}>
          {short(tokens, shareDecimals)}
        </Fact>
        <Fact name="Performance fee">{percent(metrics.performanceFeeBps)}</Fact>
        <Fact name="Management fee">{percent(metrics.managementFeeBps)}</Fact>
        <Fact name="Locked profit, vault shares" title={exact(metrics.totalLockedShares, shareDecimals)}>
          {short(metrics.totalLockedShares, shareDecimals)}
        </Fact>
        <Fact name="Queued withdrawals, vault shares" title={exact(metrics.totalQueuedWithdrawalShares, shareDecimals)}>
          {short(metrics.totalQueuedWithdrawalShares, shareDecimals)}
        </Fact>
      </dl>
      <p class="about">
        This vault has issued {short(totalSupply, shareDecimals)} vault shares; 1,000 of them wrap into one share token.{' '}
        {assetsPerShareToken === null
          ? 'What a share token is worth is unknown.'
          : `A share token is worth the vault’s assets divided by all shares: now ${each} ${coin}, and more with each profit.`}
      </p>
    </>
  )
}
