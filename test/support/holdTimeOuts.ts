import { onTestFinished, vi } from 'vitest'

/**
 * Until the test is over, time-outs of `AbortSignal.timeout` in this process fire when the test says so, and never by themselves.
 *
 * @example
 * const timeOuts = holdTimeOuts()
 * const refused = expect(ask()).rejects.toThrow('timeout')
 * await expect.poll(timeOuts.held).toContain(5000)
 * timeOuts.fire(5000)
 * await refused
 */
export function holdTimeOuts() {
  let held: { readonly ms: number; readonly controller: AbortController }[] = []
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    held.push({ ms, controller })
    return controller.signal
  })
  onTestFinished(() => spy.mockRestore())
  return {
    /** Milliseconds of those that have begun and not fired. */
    held: () => held.map(({ ms }) => ms),
    /** Fires all of so many milliseconds, or of any. */
    fire(ms?: number): void {
      const due = held.filter((one) => ms === undefined || one.ms === ms)
      if (due.length === 0) throw new Error(`no time-out of ${ms} ms has begun`)
      held = held.filter((one) => !due.includes(one))
      for (const { controller } of due) controller.abort(new DOMException('The time is up', 'TimeoutError'))
    },
  }
}
