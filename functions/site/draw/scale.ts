/** A point of a line: when, and how much. */
export interface Point {
  readonly at: number
  readonly value: number
}

/**
 * Places values between the ends of a line, the least at `from`. Equal values are all in the middle. Values are finite.
 */
export function scaleOf(values: readonly number[], from: number, to: number): (value: number) => number {
  // By a loop: as arguments, many values would not fit on the stack.
  const least = values.reduce((one, other) => Math.min(one, other), Infinity)
  const most = values.reduce((one, other) => Math.max(one, other), -Infinity)
  if (!(most > least)) return () => (from + to) / 2
  return (value) => rounded(from + ((value - least) / (most - least)) * (to - from))
}

/** Two places are enough for a screen, and keep the text of a drawing short. */
export const rounded = (value: number): number => Math.round(value * 100) / 100
