/** At most so many works at once; others wait for their turn, or until their signal fires, and then run all the same. */
export function createSlots(count: number) {
  let free = count
  const waiting: (() => void)[] = []

  /** Whether a slot was taken. */
  const take = (signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      if (free > 0) {
        free--
        return resolve(true)
      }
      const turn = () => {
        signal.removeEventListener('abort', late)
        resolve(true)
      }
      const late = () => {
        waiting.splice(waiting.indexOf(turn), 1)
        resolve(false)
      }
      if (signal.aborted) return resolve(false)
      waiting.push(turn)
      signal.addEventListener('abort', late, { once: true })
    })

  const giveBack = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return {
    async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      const isTaken = await take(signal)
      try {
        return await work()
      } finally {
        if (isTaken) giveBack()
      }
    },
  }
}
