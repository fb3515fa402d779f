import { readExamples } from '../../../platform/readExamples.ts'
import { at, isRecord } from '../../laws/json.ts'

/** The data of the example answer of an operation. */
export function exampleOf(family: string, operationId: string): Record<string, unknown> {
  const data = at(readExamples(family)[operationId]?.answer, 'data')
  if (!isRecord(data)) throw new Error(`${operationId} has no example`)
  return { ...data }
}
