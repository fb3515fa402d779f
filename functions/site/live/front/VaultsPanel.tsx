import { useRef } from 'preact/hooks'
import { Line } from '../../draw/Line.tsx'
import { cutPercent, dollars, exact, lengthOf, short, utc } from '../../draw/numbers.ts'
import type { Point } from '../../draw/scale.ts'
import { Stacked, Tone } from '../../draw/Stacked.tsx'
import type { Report, Vaults } from './answers.ts'
import { Panel } from './Panel.tsx'
import { reportOf, VAULTS } from './sources.ts'
import { useReading } from './useReading.ts'

type Vault = Vaults['items'][number]

/** The vaults with the largest volume, and the assets of each since the page was opened. */
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
  const { vaultAddress, name, creatorCoinSymbol, priceUsd, marketCapUsd } = vault
  const reading = useReading<Report>(reportOf(vaultAddress))
  return (
    <article class="live-row">
      <div class="live-name">
        <a href={`/vault/${vaultAddress}`}>{name || vaultAddress}</a>
        <small>
          {priceUsd === null
            ? 'price unknown'
            : `${dollars(priceUsd)} per ${creatorCoinSymbol || 'coin'}, market cap ${dollars(marketCapUsd)}`}
        </small>
      </div>
      <Panel reading={reading} what="The report of this vault">
        {(report) => <Assets report={report} coin={creatorCoinSymbol} />}
      </Panel>
    </article>
  )
}

function Assets({ report: { metrics, asOf }, coin }: { readonly report: Report; readonly coin: string | null }) {
  const { totalAssets, assetDecimals, coinBalance, totalDebt } = metrics
  const points = usePoints(asOf.timestamp, totalAssets, assetDecimals)
  if (totalAssets === null || assetDecimals === null)
    return <p class="waiting">This vault does not report its assets.</p>
  const all = `${exact(totalAssets, assetDecimals)} ${coin ?? ''}`
  return (
    <>
      <div class="figure-line">
        <p class="figure" title={all}>
          {short(totalAssets, assetDecimals)} <small>{coin}</small>
        </p>
        {points.length < 2 ? null : (
          <Line
            label={`Assets since this page opened, at ${utc(points[0]?.at ?? asOf.timestamp)}: now ${all}`}
            points={points}
            form="steps"
          />
        )}
      </div>
      <Split idle={coinBalance} lent={totalDebt} decimals={assetDecimals} hasLine={points.length > 1} />
    </>
  )
}

interface SplitProps {
  readonly idle: string | null
  readonly lent: string | null
  readonly decimals: number
  /** Whether the line of the assets is drawn. */
  readonly hasLine: boolean
}

/** How much of the coins is idle, and how much is lent. */
function Split({ idle, lent, decimals, hasLine }: SplitProps) {
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
        {hasLine ? '; line: since this page opened' : ''}
      </small>
    </>
  )
}

const MOST_POINTS = 240

/** The readings so far, one a block. */
function usePoints(at: number, amount: string | null, decimals: number | null): readonly Point[] {
  const points = useRef<Point[]>([])
  const last = points.current.at(-1)
  if (amount !== null && decimals !== null && (last === undefined || last.at < at))
    points.current = [...points.current, { at, value: lengthOf(amount, decimals) }].slice(-MOST_POINTS)
  return points.current
}
