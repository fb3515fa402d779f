import { Bar } from '../../draw/Bar.tsx'
import { withoutSign } from '../../draw/withoutSign.ts'
import { cutPercent, ends } from '../../draw/numbers.ts'
import type { Gauge } from './answers.ts'
import { Panel } from './Panel.tsx'
import { GAUGE } from './sources.ts'
import { useReading } from './useReading.ts'

const MOST_ROWS = 5

/** How the votes of the epoch divide among the vaults. */
export function GaugePanel() {
  return (
    <Panel reading={useReading<Gauge>(GAUGE)} what="The gauge">
      {({ currentEpoch, vaults }) =>
        vaults.length === 0 ? (
          <p class="waiting">No vault can receive votes on this chain.</p>
        ) : (
          <>
            <ul class="rows weights">
              {vaults
                .toSorted((one, other) => (other.weightBps ?? -1) - (one.weightBps ?? -1))
                .slice(0, MOST_ROWS)
                .map(({ vault, symbol, weight, weightBps }) => (
                  <li key={vault}>
                    <a href={`/vault/${vault}`}>{symbol === null ? ends(vault) : withoutSign(symbol)}</a>
                    {weightBps === null ? <span /> : <Bar share={weightBps / 10_000} />}
                    <span>{weight === '0' ? '0%' : cutPercent(weightBps)}</span>
                  </li>
                ))}
            </ul>
            <small>
              {currentEpoch === null ? 'Votes' : `Votes of epoch ${currentEpoch}`}
              {vaults.length > MOST_ROWS ? `; ${vaults.length - MOST_ROWS} more vaults` : ''}
            </small>
          </>
        )
      }
    </Panel>
  )
}
