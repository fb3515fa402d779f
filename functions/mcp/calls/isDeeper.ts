/** No argument of an operation is nested deeper; what recurses over one has an end. */
export const MOST_DEPTH = 32

/** Whether a JSON value has more levels. Looks no deeper than that. */
export const isDeeper = (value: unknown, most = MOST_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((one) => isDeeper(one, most - 1)))
