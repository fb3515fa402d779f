import { useState } from 'preact/hooks'
import { bodyOf, type Faults, faultsOf, RAW, toRequest } from '../request/toRequest.ts'
import { toText } from '../spec/readOperation.ts'
import type { TryOperation } from '../spec/TryOperation.ts'
import { asJson } from '../json.ts'

type Values = Readonly<Record<string, string>>

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** The visitor's entries: values by field, or the body as JSON. */
export function useForm(operation: TryOperation) {
  const [values, setValues] = useState<Values>(operation.initial)
  const [raw, setRaw] = useState(operation.body === 'whole' ? pretty(operation.example) : undefined)
  const [faults, setFaults] = useState<Faults>({})
  const [linked, setLinked] = useState(operation.linked)
  const [isConfirmed, setConfirmed] = useState(false)
  const request = toRequest(operation, values, raw)
  return {
    values,
    raw,
    faults,
    setFaults,
    request,
    /** Keys of the values that the link brought and the visitor has not replaced. */
    linked,
    isConfirmed: isConfirmed || linked.length === 0,
    setConfirmed,
    change(more: Values) {
      setValues({ ...values, ...more })
      setLinked(linked.filter((key) => !(key in more)))
      setFaults(Object.fromEntries(Object.entries(faults).filter(([key]) => !(key in more))))
    },
    changeRaw(text: string) {
      setRaw(text)
      setFaults({})
    },
    /** The body as JSON, or as fields again; what has no field is left out then. */
    toggleRaw() {
      setFaults({})
      if (raw === undefined) return setRaw(pretty(bodyOf(operation, values)))
      try {
        const body = asJson(JSON.parse(raw))
        const own = Object.entries(values).filter(([key]) => !key.startsWith('body/'))
        const given = Object.entries(body).map(([name, value]) => [`body/${name}`, toText(value)])
        setValues(Object.fromEntries([...own, ...given]))
        setRaw(undefined)
      } catch {
        setFaults({ [RAW]: 'must be JSON' })
      }
    },
    /** Whether it can be sent; says what is missing otherwise. */
    check(): boolean {
      const found = faultsOf(operation, values, raw)
      setFaults(found)
      return Object.keys(found).length === 0
    },
    /** The body that is sent. */
    body: () => (raw === undefined ? bodyOf(operation, values) : asJson(parsed(raw))),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
