import type * as z from 'zod'
import type { VaultHistory } from '../../../schema/vault/history.ts'
import { lengthOf } from './numbers.ts'
import type { Point } from './scale.ts'

export type History = z.output<typeof VaultHistory>

/** The hours of a vault as points of a line. */
const hoursOf = ({ items }: History, decimals: number): readonly Point[] =>
  items.map(({ hour, totalAssets }) => ({ at: Date.parse(hour) / 1000, value: lengthOf(totalAssets, decimals) }))

/** Adds the newest reading to those points, so that there is a line from the first minute on. */
export function assetPoints(
  history: History,
  decimals: number,
  at: number,
  totalAssets: string | null,
): readonly Point[] {
  const hours = hoursOf(history, decimals).filter((hour) => hour.at < at)
  return totalAssets === null ? hours : [...hours, { at, value: lengthOf(totalAssets, decimals) }]
}

const HOUR = 3600
const DAY = 24 * HOUR

/** How much time a line covers, in words: whole days, or hours where it is less than two days. */
export function spanOf(points: readonly Point[]): string {
  const times = points.map(({ at }) => at)
  const seconds = Math.max(...times) - Math.min(...times)
  if (seconds < 2 * HOUR) return `${Math.max(1, Math.round(seconds / 60))} minutes`
  return seconds < 2 * DAY ? `${Math.round(seconds / HOUR)} hours` : `${Math.round(seconds / DAY)} days`
}
