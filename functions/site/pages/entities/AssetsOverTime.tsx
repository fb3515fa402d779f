import { hoursOf, spanOf } from '../../draw/assetsOverTime.ts'
import { FiguresTable } from '../../draw/FiguresTable.tsx'
import { Axis, Line } from '../../draw/Line.tsx'
import { exact, utc } from '../../draw/numbers.ts'
import type { History } from './answers.ts'
import { From, NotRead } from './Facts.tsx'
import { PartOf } from './EntityHead.tsx'
import type { VaultPage } from './EntityPage.ts'

interface AssetsOverTimeProps {
  readonly vault: string
  readonly history: VaultPage['history']
  readonly coin: string | null
}

/** Assets of a vault by hour; only vaults that the registry lists have them. */
export function AssetsOverTime({ vault, history, coin }: AssetsOverTimeProps) {
  if (history === undefined) return null
  const source = <From operationId="getVaultHistory" query={`/v1/vault/${vault}/history`} />
  return (
    <PartOf id="history" title="Assets over time" source={source}>
      {'code' in history ? (
        <NotRead what="The history of its assets" code={history.code} />
      ) : (
        <Hours history={history.data} coin={coin} />
      )}
    </PartOf>
  )
}

function Hours({ history, coin }: { readonly history: History; readonly coin: string | null }) {
  const { items, assetDecimals, asOf } = history
  if (assetDecimals === null) return <p class="waiting">The decimals of its asset are unknown.</p>
  const points = hoursOf(history, assetDecimals)
  const [first] = points
  const last = items.at(-1)?.totalAssets ?? null
  if (first === undefined || points.length < 2)
    return <p class="waiting">The log index has fewer than two hours of it: there is no line yet.</p>
  return (
    <>
      <div class="large">
        <Line
          label={`Assets over ${spanOf(points)}, by hour, in ${coin ?? 'coins'}: at the end ${exact(last, assetDecimals)}`}
          points={points}
          form="steps"
        />
      </div>
      <Axis ends={[utc(first.at), `block ${asOf.blockNumber}`]} />
      <FiguresTable
        caption={`Exact amounts by hour, over ${spanOf(points)}`}
        columns={['Hour', coin ?? 'Coins', 'Block']}
        rows={items.map(({ hour, totalAssets, blockNumber }) => [hour, exact(totalAssets, assetDecimals), blockNumber])}
      />
    </>
  )
}
