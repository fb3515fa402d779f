import { useEffect, useState } from 'preact/hooks'

interface SecondsProps {
  /** Seconds from now. */
  readonly count: number
  left(seconds: number): string
  readonly over: string
  onOver?(): void
}

/** Counts down by the clock, so that a tab in the background is right when it is seen again. */
export function Seconds({ count, left, over, onOver }: SecondsProps) {
  const [seconds, setSeconds] = useState(Math.ceil(count))
  useEffect(() => {
    const end = Date.now() + count * 1000
    const tick = () => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [count])
  const isOver = seconds <= 0
  useEffect(() => {
    if (isOver) onOver?.()
  }, [isOver])
  return <span class="try-seconds">{isOver ? over : left(seconds)}</span>
}
