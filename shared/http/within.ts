/** The store doesn't answer. Whether the request goes on without a limit is for the caller to say. */
export class LimiterUnavailable extends Error {
  override readonly name = 'LimiterUnavailable'
}

/** What the work gives. @throws LimiterUnavailable when it takes longer. */
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
