import { FiguresTable } from '../../draw/FiguresTable.tsx'
import { exact, lengthOf, percent, short } from '../../draw/numbers.ts'
import { Stacked, Tone } from '../../draw/Stacked.tsx'
import type { Report, Strategies } from './answers.ts'
import { From, NotRead } from './Facts.tsx'
import { PartOf } from './EntityHead.tsx'
import type { VaultPage } from './EntityPage.ts'

interface VaultPartsProps {
  readonly vault: string
  readonly metrics: Report['metrics']
  readonly strategies: VaultPage['strategies']
  readonly coin: string | null
}

const KINDS: Readonly<Record<string, string>> = {
  lendpool: 'lending pool',
  lpstrat: 'liquidity',
  svm: 'bridge to Solana',
}

/** Coins of a vault: idle, or lent to each of its strategies. */
export function VaultParts({ vault, metrics, strategies, coin }: VaultPartsProps) {
  const source = <From operationId="getVaultStrategies" query={`/v1/vault/${vault}/strategies`} />
  return (
    <PartOf id="strategies" title="Where the coins are" source={source}>
      {'code' in strategies ? (
        <NotRead what="The strategies" code={strategies.code} />
      ) : (
        <Holdings metrics={metrics} data={strategies.data} coin={coin} />
      )}
    </PartOf>
  )
}

interface HoldingsProps {
  readonly metrics: Report['metrics']
  readonly data: Strategies
  readonly coin: string | null
}

function Holdings({ metrics, data, coin }: HoldingsProps) {
  const decimals = data.assetDecimals
  const holdings = [
    { name: 'Idle in the vault', value: metrics.coinBalance, weight: null, address: null, state: '' },
    ...data.strategies.map((one, i) => ({
      name: `Strategy ${i + 1}: ${KINDS[one.kind] ?? 'of unknown kind'}`,
      value: one.debt,
      weight: one.weightBps,
      address: one.address,
      state: stateOf(one),
    })),
  ]
  const known = holdings.flatMap(({ name, value }) =>
    value === null || decimals === null ? [] : [{ name, value: lengthOf(value, decimals) }],
  )
  const isWhole = known.length === holdings.length
  return (
    <>
      {isWhole ? (
        <Stacked
          label={`Coins by place: ${holdings.map(({ name, value }) => `${name} ${short(value, decimals)}`).join(', ')}`}
          parts={known}
        />
      ) : (
        <p class="note warn">Some amounts could not be read, so the parts are not drawn.</p>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="Coins by place">
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{'Place'}</th>
              <th scope="col">{coin ?? 'Coins'}</th>
              <th scope="col">Weight</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {holdings.map(({ name, value, weight, state }, i) => (
              <tr>
                <th scope="row">
                  {isWhole ? <Tone index={i} /> : null} {name}
                </th>
                <td title={exact(value, decimals)}>{short(value, decimals)}</td>
                <td>{i === 0 ? '' : percent(weight)}</td>
                <td>{state}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FiguresTable
        caption="Exact amounts and addresses"
        columns={['Place', coin ?? 'Coins', 'Address']}
        rows={holdings.map(({ name, value, address }) => [name, exact(value, decimals), address ?? ''])}
      />
    </>
  )
}

function stateOf({ isActive, impaired, isValuationReady }: Strategies['strategies'][number]): string {
  if (impaired === true) return 'impaired'
  if (isValuationReady === false) return 'value not ready'
  return isActive === null ? 'unknown' : isActive ? 'active' : 'not active'
}
