/**
 * A test whose requests belong into one period of the clock, in seconds from 1970: a minute, a UTC day. Where the period
 * ended while it ran and it failed, it is done again; `skip` puts the clock of what it tests ahead by a period first, where
 * requests that were counted in the new one would be in its way.
 *
 * @example
 * test('three a minute', inOnePeriod(60, async () => { … }))
 */
export const inOnePeriod = <T extends unknown[]>(
  seconds: number,
  attempt: (...given: T) => Promise<void>,
  skip: () => Promise<void> = async () => {},
) => {
  const period = () => Math.floor(Date.now() / (1000 * seconds))
  return async (...given: T): Promise<void> => {
    for (;;) {
      const began = period()
      const failure = await attempt(...given).then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      if (!failure) return
      if (period() === began) throw failure.error
      await skip()
    }
  }
}
