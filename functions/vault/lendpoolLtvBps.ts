/** Reads LENDPOOL_LTV_BPS: 1 to 10000, or 7000 when absent. Throws an Error that names it when it is neither. */
export function lendpoolLtvBps(value: string | undefined): number {
  if (value === undefined || value === '') return 7000
  const bps = /^[0-9]{1,5}$/.test(value) ? Number(value) : 0
  if (bps < 1 || bps > 10_000) throw new Error('LENDPOOL_LTV_BPS: wants basis points from 1 to 10000')
  return bps
}
