import { strategyDoubt, strategyFault } from '../../../shared/domain/vault/describeStrategy.ts'
import type { Check, Report, Section } from './Report.ts'

/** A strategy with another asset is a failure; one that is off, paused, impaired or unreadable is a warning. */
export function strategiesSection({ reads, context, strategies, link }: Report): Section {
  const checks = strategies.map((strategy, i): Check => {
    const fault = strategyFault(strategy, context.creatorToken)
    const doubt = strategyDoubt(strategy)
    return {
      id: `strategy-${i}`,
      label: context.strategies[i]?.label ?? `Strategy ${i + 1}`,
      status: fault ? 'fail' : doubt ? 'warn' : 'pass',
      details: fault ?? doubt ?? (strategy.weightBps === null ? null : `${strategy.weightBps / 100} % of the weight`),
      href: link(strategy.address),
    }
  })
  return {
    id: 'strategies',
    title: 'Strategies',
    description: 'The strategies that hold the vault’s creator coins',
    checks: [counted(String(reads.strategies.count), strategies.length), ...checks],
  }
}

function counted(count: string, shown: number): Check {
  const check = { label: 'Strategies', status: 'info', href: null } as const
  if (count === '0')
    return { ...check, id: 'no-strategies', details: 'The vault has no strategies: all creator coins are idle' }
  return {
    ...check,
    id: 'strategy-count',
    details: count === String(shown) ? count : `${count} strategies; the first ${shown} are listed`,
  }
}
