import { useEffect, useState } from 'preact/hooks'
import { follow } from './follow.ts'
import { NOT_READ, type Reading, type Source } from './Reading.ts'

/** The current answer of a source; an undefined source is not read. */
export function useReading<T>(source: Source | undefined): Reading<T> {
  const [reading, setReading] = useState<Reading<T>>(NOT_READ)
  useEffect(() => (source ? follow<T>(source, setReading) : undefined), [source?.path])
  return reading
}

/** The time in unix seconds, each second while the page is seen. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now() / 1000), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
