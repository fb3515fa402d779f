/** A switch of the configuration: `true` or `false`, which is also what an absent or empty one means. Throws an Error else. */
export function flag(name: string, value: string | undefined): boolean {
  if (value === 'true') return true
  if (value === undefined || value === '' || value === 'false') return false
  // A switch that guards something must not fall back to off by a slip.
  throw new Error(`${name} must be true or false, not ${JSON.stringify(value)}`)
}
