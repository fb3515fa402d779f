/** One setting: its current value as far as it was read, and the value that the call sets. */
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

/** The warning when every setting already has its value. */
export const unchangedWarnings = (changes: readonly SettingChange[]): string[] =>
  changes.every(({ current, next }) => current === next)
    ? ['Every setting already has the new value, so the call changes nothing.']
    : []
