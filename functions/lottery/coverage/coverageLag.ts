/** Blocks before the newest at which staked keys are read. Throws an Error that names the variable when it is wrong. */
export function coverageLag(text: string | undefined): number {
  if (text === undefined || text === '') return 1
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new Error('KEY_COVERAGE_LAG: must be a whole number from 1 to 9999')
  return Number(text)
}
