/** Waits for work, or until a signal is aborted, with whose reason it then rejects; the work itself goes on. */
export async function untilAborted<T>(work: T | Promise<T>, signal?: AbortSignal): Promise<T> {
  let end = () => {}
  const aborted = new Promise<never>((_resolve, reject) => (end = () => reject(signal?.reason)))
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
