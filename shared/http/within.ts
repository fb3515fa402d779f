/** The store does not answer. The caller decides whether the request proceeds without a limit. */
export class LimiterUnavailable extends Error {
  override readonly name = 'LimiterUnavailable'
}

/** The result of the work. @throws LimiterUnavailable when it takes too long. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LimiterUnavailable(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
