/** One setting: what it is now, as far as it was read, and what the call makes it. */
export interface SettingChange {
  readonly name: string
  readonly current: string | null
  readonly next: string
}

type Value = string | number | bigint | boolean

export const settingChange = (name: string, current: Value | null | undefined, next: Value): SettingChange => ({
  name,
  current: current === null || current === undefined ? null : String(current),
  next: String(next),
})

/** What to say where everything stays as it is. */
export const unchangedWarnings = (changes: readonly SettingChange[]): string[] =>
  changes.every(({ current, next }) => current === next) ? ['Everything that this sets already has that value.'] : []
