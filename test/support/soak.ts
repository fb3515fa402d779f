/** How often or how much: a few in `npm test`, the long form in `npm run soak`. */
export const soak = (short: number, long: number): number => (process.env['SOAK'] === '1' ? long : short)
