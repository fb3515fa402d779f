import { foreignWord } from '../../../../shared/text/plainText.ts'
import { assetPoints, spanOf } from '../../draw/assetsOverTime.ts'
import { Line } from '../../draw/Line.tsx'
import { withoutSign } from '../../draw/withoutSign.ts'
import { cutPercent, dollars, ends, exact, lengthOf, short } from '../../draw/numbers.ts'
import { Stacked, Tone } from '../../draw/Stacked.tsx'
import type { History, Report, Vaults } from './answers.ts'
import { Cause, Panel } from './Panel.tsx'
import type { Reading } from './Reading.ts'
import { historyOf, reportOf, VAULTS } from './sources.ts'
import { useReading } from './useReading.ts'

type Vault = Vaults['items'][number]

/** The vaults with the largest volume, and the assets of each over the last days. */
export function VaultsPanel() {
  return (
    <Panel reading={useReading<Vaults>(VAULTS)} what="The list of vaults">
      {({ items }) =>
        items.length === 0 ? (
          <p class="waiting">The registry lists no active vault on this chain.</p>
        ) : (
          items.map((vault) => <VaultRow key={vault.vaultAddress} vault={vault} />)
        )
      }
    </Panel>
  )
}

function VaultRow({ vault }: { readonly vault: Vault }) {
  const { vaultAddress, name, priceUsd, marketCapUsd } = vault
  const coin = foreignWord(vault.creatorCoinSymbol) || 'coin'
  const reading = useReading<Report>(reportOf(vaultAddress))
  const history = useReading<History>(historyOf(vaultAddress))
  return (
    <article class="live-row">
      <div class="live-name">
        <a href={`/vault/${vaultAddress}`}>{withoutSign(name ?? '') || ends(vaultAddress)}</a>
        <small>
          {priceUsd === null
            ? 'price unknown'
            : `${dollars(priceUsd)} per ${coin}, market cap ${dollars(marketCapUsd)}`}
        </small>
      </div>
      <Panel reading={reading} what="The report of this vault">
        {(report) => <Assets report={report} history={history} coin={coin} />}
      </Panel>
    </article>
  )
}

interface AssetsProps {
  readonly report: Report
  readonly history: Reading<History>
  readonly coin: string
}

function Assets({ report: { metrics, asOf }, history, coin }: AssetsProps) {
  const { totalAssets, assetDecimals, coinBalance, totalDebt } = metrics
  if (totalAssets === null || assetDecimals === null)
    return <p class="waiting">This vault does not report its assets.</p>
  const all = `${exact(totalAssets, assetDecimals)} ${coin}`
  const points = history.value ? assetPoints(history.value, assetDecimals, asOf.timestamp, totalAssets) : []
  const span = points.length < 2 ? null : `last ${spanOf(points)}`
  return (
    <>
      <div class="figure-line">
        <p class="figure" title={all}>
          {short(totalAssets, assetDecimals)} <small>{coin}</small>
        </p>
        {span === null ? null : <Line label={`Assets, ${span}: now ${all}`} points={points} form="steps" />}
      </div>
      <Split idle={coinBalance} lent={totalDebt} decimals={assetDecimals} span={span} />
      {history.failure ? (
        <small class="legend">
          The history of its assets could not be read{points.length > 0 ? ' again' : ''}:{' '}
          <Cause failure={history.failure} />.
        </small>
      ) : null}
    </>
  )
}

interface SplitProps {
  readonly idle: string | null
  readonly lent: string | null
  readonly decimals: number
  /** Time span of the assets' line; null without a line. */
  readonly span: string | null
}

/** How much of the coins is idle, and how much is lent. */
function Split({ idle, lent, decimals, span }: SplitProps) {
  if (idle === null || lent === null) return <p class="waiting">Idle and lent coins could not be read.</p>
  const whole = BigInt(idle) + BigInt(lent)
  if (whole === 0n) return <p class="waiting">It holds no coins yet.</p>
  const idlePart = BigInt(idle) === 0n ? '0%' : cutPercent(Number((BigInt(idle) * 10_000n) / whole))
  return (
    <>
      <Stacked
        label={`${idlePart} of the coins are idle, the others are lent to strategies`}
        parts={[
          { name: 'lent', value: lengthOf(lent, decimals) },
          { name: 'idle', value: lengthOf(idle, decimals) },
        ]}
      />
      <small class="legend">
        <Tone index={0} /> lent to strategies <Tone index={1} /> idle {idlePart}
        {span === null ? '' : `; line: ${span}`}
      </small>
    </>
  )
}
