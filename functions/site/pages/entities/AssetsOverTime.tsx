import { KEPT_DAYS } from '../../../../schema/vault/keptDays.ts'
import { assetPoints, spanOf } from '../../draw/assetsOverTime.ts'
import { FiguresTable } from '../../draw/FiguresTable.tsx'
import { Axis, Line } from '../../draw/Line.tsx'
import { exact, short, utc } from '../../draw/numbers.ts'
import type { History, Report } from './answers.ts'
import { From, NotRead } from './Facts.tsx'
import { PartOf } from './EntityHead.tsx'
import type { VaultPage } from './EntityPage.ts'

interface AssetsOverTimeProps {
  readonly vault: string
  readonly history: VaultPage['history']
  readonly coin: string | null
  /** The newest reading, of the report. */
  readonly now: { readonly asOf: Report['asOf']; readonly totalAssets: string | null }
}

/** Assets of a vault by hour; only vaults that the registry lists have them. */
export function AssetsOverTime({ vault, history, coin, now }: AssetsOverTimeProps) {
  if (history === undefined) return null
  const query = `/v1/vault/${vault}/history?days=${KEPT_DAYS}`
  return (
    <PartOf id="history" title="Assets over time" source={<From operationId="getVaultHistory" query={query} />}>
      {'code' in history ? (
        <NotRead what="The history of its assets" code={history.code} />
      ) : (
        <Hours history={history.data} coin={coin ?? 'coins'} now={now} />
      )}
    </PartOf>
  )
}

interface HoursProps extends Pick<AssetsOverTimeProps, 'now'> {
  readonly history: History
  readonly coin: string
}

/** The stored readings and the newest one: a line from the first minute. */
function Hours({ history, coin, now }: HoursProps) {
  const { items, assetDecimals: decimals } = history
  if (decimals === null) return <p class="waiting">The decimals of its asset are unknown.</p>
  const { asOf, totalAssets } = now
  const points = assetPoints(history, decimals, asOf.timestamp, totalAssets)
  const [first] = points
  if (first === undefined || points.length < 2)
    return <p class="waiting">This vault has no earlier reading: its line begins with the next one.</p>
  const least = items[0]?.totalAssets ?? null
  const last = totalAssets ?? items.at(-1)?.totalAssets ?? null
  return (
    <>
      <p class="about">
        {items.length} {items.length === 1 ? 'hour' : 'hours'} with a reading in the last {spanOf(points)}, and now.
        Each step is a reading; what the vault held between two of them is not known.
      </p>
      <div class="large">
        <Line
          label={`Assets over ${spanOf(points)}, by hour, in ${coin}: first ${exact(least, decimals)}, at the end ${exact(last, decimals)}`}
          points={points}
          form="steps"
        />
      </div>
      <Axis
        ends={[
          `${short(least, decimals)} ${coin}, ${utc(first.at)}`,
          `${short(last, decimals)} ${coin}, block ${asOf.blockNumber}`,
        ]}
      />
      <FiguresTable
        caption={`Exact amounts by hour, over ${spanOf(points)}`}
        columns={['Hour', coin, 'Block']}
        rows={items.map((one) => [one.hour, exact(one.totalAssets, decimals), one.blockNumber])}
      />
    </>
  )
}
