import { waitFor } from './waitFor.ts'

/** At most so many works at once; others wait for their turn, or until their signal fires, and then run all the same. */
export function createSlots(count: number) {
  let free = count

  /** Whether a slot was taken. */
  const take = async (signal: AbortSignal): Promise<boolean> => {
    const look = () => {
      if (free > 0) return free-- > 0
      return signal.aborted ? false : undefined
    }
    return (await waitFor(look, Infinity)) ?? false
  }

  return {
    async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      const isTaken = await take(signal)
      try {
        return await work()
      } finally {
        if (isTaken) free++
      }
    },
  }
}
