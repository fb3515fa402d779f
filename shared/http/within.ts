/** The store does not answer. The caller decides whether the request proceeds without a limit. */
export class LimiterUnavailable extends Error {
  override readonly name = 'LimiterUnavailable'
}

/** The result of the work. Throws `late`, or else LimiterUnavailable, when it takes too long. */
export async function within<T>(milliseconds: number, work: Promise<T>, late?: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLate = new Promise<never>((_, reject) => {
    const error = () => late?.() ?? new LimiterUnavailable(`no answer within ${milliseconds} ms`)
    timer = setTimeout(() => reject(error()), milliseconds)
  })
  try {
    return await Promise.race([work, isLate])
  } finally {
    clearTimeout(timer)
  }
}
